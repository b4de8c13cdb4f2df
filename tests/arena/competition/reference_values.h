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
    {-1.645204383840001, 4.8961973402400005};
// Of 25 sets; bound 6, delta 1.5.
inline constexpr double kEvenDifferences[] =
    {3.0, 1.0, 2.0, -2.0, 0.0, -4.0, -2.0, -3.0, 1.0, -1.0, 2.0, -5.0, -1.0, -2.0, 3.0, 0.0, 2.0, -2.0, 4.0, 3.0, 1.0, -3.0, 2.0, -2.0, 1.0};
// log Up(0), log Down(0), log Up(-delta), log Down(delta).
inline constexpr double kEvenLogCapitals[] =
    {-1.7955948856871025, -0.5723754779704031, 2.9039502705369578, 3.8424585726155076};
// With alpha 0.05.
inline constexpr double kEvenInterval[] =
    {-1.7830349455800016, 1.4428140039600004};

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_REFERENCE_VALUES_H_
