// Computed by tests/independent/ratings.py; do not edit.
// clang-format off
#ifndef TESTS_ARENA_COMPETITION_REFERENCE_VALUES_H_
#define TESTS_ARENA_COMPETITION_REFERENCE_VALUES_H_

namespace arena::competition {

// With a prior of 400 points.
inline constexpr double kBaseballPoints[] =
    {1591.267065061019, 1566.3567191832192, 1541.9533944308598, 1533.8929633031055, 1509.826618680169, 1436.9495618126598, 1319.7536775437843};
// Standard errors of these.
inline constexpr double kBaseballErrors[] =
    {35.81740707954169, 35.269038037349, 34.91639517608026, 34.83925955156194, 34.723688303028446, 35.41613162302478, 39.98862945823995};
// With a prior of 400 points.
inline constexpr double kPuddingPoints[] =
    {1469.4268416696825, 1507.5639791854826, 1495.9203339122319, 1499.755663784666, 1492.611612310436, 1534.721569189511};
// Partners and ties; prior 300 points, log-ties 1.5.
inline constexpr double kMixedPoints[] =
    {1556.665179818641, 1530.0390993211033, 1545.8171511157702, 1296.401511766099, 1571.077057978925};
// Standard errors of these.
inline constexpr double kMixedErrors[] =
    {114.70209400406834, 117.70282089657945, 120.42479523142755, 135.57352377086394, 172.58248263445233};
// Versions; prior 200 points, steps 60, tails 0.25.
inline constexpr double kVersionPoints[] =
    {1595.7275438252568, 1624.0196248807424, 1460.4627280993832, 1479.0609323642786, 1415.8941417092606, 1424.8350291210786};
// Standard errors of these.
inline constexpr double kVersionErrors[] =
    {46.24595389666039, 44.40222228710168, 42.85565589668031, 37.97038972712588, 53.03629463565248, 57.69181240777551};
// Place factors 1.7, 0.8, 0.4; prior 200 points.
inline constexpr double kPlacePoints[] =
    {1570.8041875927674, 1529.4647756390134, 1460.7589786107712, 1438.9720581584652};
// Standard errors of these.
inline constexpr double kPlaceErrors[] =
    {48.5557589042344, 50.39436756870409, 58.0572739468721, 66.84899359093141};
// Two newcomers, the first won: mu and sigma, by seat.
inline constexpr double kOnlinePair[] =
    {27.63523138347365, 8.065506316323548, 22.36476861652635, 8.065506316323548};
// Ranks 2, 1, 2, 4: mu and sigma, by seat.
inline constexpr double kOnlineFour[] =
    {24.683167343613622, 7.063440513085262, 30.42844310889973, 1.9935426480572125, 22.54757004073604, 4.769411894824719, 16.357556347054796, 7.063440513085262};
// Two against two, the second won: mu and sigma, by seat.
inline constexpr double kOnlinePartners[] =
    {21.89263712096949, 8.1320658381326, 29.821015898167843, 1.997249386134205, 23.118650636450983, 4.9510570181124836, 28.10736287903051, 8.10471855999548};
// Of 25 sets; bound 6, delta 0.2.
inline constexpr double kGoodDifferences[] =
    {3.0, -1.0, 2.0, 2.0, 0.0, 4.0, -2.0, 3.0, 1.0, 1.0, 2.0, 5.0, -1.0, 2.0, 3.0, 0.0, 2.0, 2.0, 4.0, -3.0, 1.0, 3.0, 2.0, 2.0, 1.0};
// log Up(0), log Down(0), log Up(-delta), log Down(delta).
inline constexpr double kGoodLogCapitals[] =
    {1.5923093532941552, -2.1122119496322624, 1.860117825534295, -1.843927211400603};
// With alpha 0.05.
inline constexpr double kGoodInterval[] =
    {-0.5540159650252025, 3.194748230150185};
// Of 25 sets; bound 6, delta 1.5.
inline constexpr double kEvenDifferences[] =
    {3.0, 1.0, 2.0, -2.0, 0.0, -4.0, -2.0, -3.0, 1.0, -1.0, 2.0, -5.0, -1.0, -2.0, 3.0, 0.0, 2.0, -2.0, 4.0, 3.0, 1.0, -3.0, 2.0, -2.0, 1.0};
// log Up(0), log Down(0), log Up(-delta), log Down(delta).
inline constexpr double kEvenLogCapitals[] =
    {-1.7955948856871025, -0.5723754779704031, 2.9039502705369578, 3.8424585726155076};
// With alpha 0.05.
inline constexpr double kEvenInterval[] =
    {-1.7293581039314454, 1.4638031731814474};
// Bound 1, delta 0.5, alpha 0.3, beta 0.1, at least 3 sets.
inline constexpr double kStoppedDifferences[] =
    {1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
// The median-unbiased mean of these.
inline constexpr double kStoppedMean[] =
    {0.5791187177278002};
// Bound 1, delta 0.5, alpha 0.3, beta 0.1, at least 3 sets.
inline constexpr double kOpenDifferences[] =
    {1.0, 0.0, 1.0, -1.0, 1.0, 0.0, 1.0};
// The median-unbiased mean of these.
inline constexpr double kOpenMean[] =
    {0.40023578290288997};
// Sets by half points of A.
inline constexpr double kManySetResults[] =
    {10789.0, 19328.0, 33806.0, 19402.0, 10543.0};
// Elo, its error, nElo, its error, LOS, draw ratio, pair ratio.
inline constexpr double kManyEloFigures[] =
    {-0.7735773359165423, 1.2775798957280218, -0.9516290044726, 1.5716238441118717, 0.11765885803277504, 0.36014403204499934, 0.9942889398014411};
// Sets by half points of A.
inline constexpr double kFewSetResults[] =
    {2.0, 13.0, 38.0, 27.0, 9.0};
// Elo, its error, nElo, its error, LOS, draw ratio, pair ratio.
inline constexpr double kFewEloFigures[] =
    {55.11038452538883, 34.13224879825795, 84.08903443514235, 51.04020242893712, 0.9993789939334307, 0.42696629213483145, 2.4};
// Sets by half points of A.
inline constexpr double kSingleSetResults[] =
    {12.0, 30.0, 21.0};
// Elo, its error, nElo, its error, LOS, draw ratio, pair ratio.
inline constexpr double kSingleEloFigures[] =
    {49.975494643319976, 62.85787526745193, 69.95504910609715, 85.79305138822501, 0.944994178672738, 0.47619047619047616, 1.75};

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_REFERENCE_VALUES_H_
