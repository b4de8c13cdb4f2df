#!/usr/bin/env python3
"""Ratings and statistics a second time, from the published formulas.

Prints the reference values that the tests of arena/competition compare with,
as a C++ header:

    python3 tests/independent/ratings.py > tests/arena/competition/reference_values.h

The code follows the formulas as published, and computes by other means than the
arena where it can. Likelihoods are sums over explicit lists of outcomes, maximised by
Newton's method on numerical derivatives. Curvatures are numerical as well.
"""

import itertools
import math

# Wins of row over column, American League East 1987: Agresti 2002, Categorical
# Data Analysis, 2nd edition, section 10.6.
BASEBALL_TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston",
                  "Cleveland", "Baltimore"]
BASEBALL = [[0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0]]

# Puddings i, j; preferred i, preferred j, no preference: Davidson 1970, "On
# extending the Bradley-Terry model to accommodate ties in paired comparison
# experiments", JASA 65.
PUDDING = [(0, 1, 19, 22, 16), (0, 2, 16, 19, 12), (1, 2, 19, 19, 10),
           (0, 3, 18, 23, 13), (1, 3, 23, 19, 9), (2, 3, 19, 20, 15),
           (0, 4, 13, 19, 18), (1, 4, 16, 20, 12), (2, 4, 16, 15, 17),
           (3, 4, 17, 14, 16), (0, 5, 18, 21, 12), (1, 5, 22, 20, 12),
           (2, 5, 13, 18, 10), (3, 5, 14, 19, 18), (4, 5, 11, 21, 12)]

# Made up: partners and single competitors, ties of two and three. Each is a
# list of ranks, best first; a rank is a list of sides, a side its members.
MIXED = [([[[0]], [[1]], [[2]], [[3]]], 1),
         ([[[2]], [[0], [3]], [[1]]], 2),
         ([[[0, 1]], [[2, 3]]], 3),
         ([[[0, 2], [1, 3]]], 1),
         ([[[1]], [[0], [2], [4]]], 1),
         ([[[4]], [[3]]], 0.5),
         ([[[3, 4]], [[0, 1]]], 1)]

# Made up: two versions of a bot, 0 and 1, three of another, 2 to 4, and a third
# bot: winner, loser, matches.
VERSIONS = [(0, 2, 7), (2, 0, 4), (0, 5, 6), (5, 0, 3), (1, 2, 9), (2, 1, 1),
            (1, 3, 5), (3, 1, 4), (3, 5, 8), (5, 3, 1), (4, 5, 2), (5, 4, 6),
            (4, 1, 1), (1, 4, 8)]
PREDECESSORS = [None, 0, None, 2, 3, None]

# Made up, like MIXED: matches of three and four sides.
PLACES = [([[[0]], [[1]], [[2]], [[3]]], 3),
          ([[[0]], [[3]], [[1]], [[2]]], 2),
          ([[[1]], [[0], [3]], [[2]]], 1),
          ([[[3], [2]], [[0]], [[1]]], 1),
          ([[[2]], [[1]], [[0]]], 2),
          ([[[1]], [[3]], [[0]], [[2]]], 1)]
FACTORS = [1.7, 0.8, 0.4]

POINTS = 400 / math.log(10)


# ---- Linear algebra ----

def solve(matrix, right):
    """Gauss elimination with pivots; `right` is a vector."""
    n = len(right)
    rows = [list(matrix[i]) + [right[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        rest = sum(rows[k][j] * x[j] for j in range(k + 1, n))
        x[k] = (rows[k][n] - rest) / rows[k][k]
    return x


def inverse(matrix):
    n = len(matrix)
    columns = [solve(matrix, [float(i == k) for i in range(n)])
               for k in range(n)]
    return [[columns[j][i] for j in range(n)] for i in range(n)]


# ---- Numerical derivatives ----

def shifted(x, *steps):
    y = list(x)
    for index, step in steps:
        y[index] += step
    return y


def gradient(f, x, h=1e-3):
    """Central differences of fourth order."""
    result = []
    for i in range(len(x)):
        near = f(shifted(x, (i, h))) - f(shifted(x, (i, -h)))
        far = f(shifted(x, (i, 2 * h))) - f(shifted(x, (i, -2 * h)))
        result.append((8 * near - far) / (12 * h))
    return result


def hessian(f, x, h=1e-3):
    """Fourth order, as derivatives of the gradient."""
    rows = []
    for i in range(len(x)):
        near = [a - b for a, b in zip(gradient(f, shifted(x, (i, h))),
                                      gradient(f, shifted(x, (i, -h))))]
        far = [a - b for a, b in zip(gradient(f, shifted(x, (i, 2 * h))),
                                     gradient(f, shifted(x, (i, -2 * h))))]
        rows.append([(8 * a - b) / (12 * h) for a, b in zip(near, far)])
    return rows


def maximum(f, size):
    x = [0.0] * size
    for _ in range(100):
        step = solve(hessian(f, x), gradient(f, x))
        longest = max(abs(s) for s in step)
        scale = min(1.0, 1.0 / longest) if longest else 1.0
        x = [a - scale * s for a, s in zip(x, step)]
        if longest < 1e-11:
            break
    return x


# ---- Davidson-Luce ----

def log_likelihood(ranks, strengths, log_ties, factors):
    """Of one ranking; a rank is a list of sides, a side a list of members."""
    def worth(sides, taken):
        means = [sum(strengths[m] for m in side) / len(side) for side in sides]
        tie = log_ties[len(sides)] if len(sides) > 1 else 0
        factor = factors[taken] if factors else 1
        return tie + factor * sum(means) / len(sides)

    total = 0.0
    taken = 0
    for place in range(len(ranks)):
        left = [side for rank in ranks[place:] for side in rank]
        if len(left) == 1:
            break
        sizes = [1] + [t for t in log_ties if t <= len(left)]
        norm = sum(math.exp(worth(group, taken)) for size in sizes
                   for group in itertools.combinations(left, size))
        total += worth(ranks[place], taken) - math.log(norm)
        taken += len(ranks[place])
    return total


def log_density(distance, deviation, tails):
    """Student's, with 1 / tails degrees of freedom; up to a constant."""
    square = (distance / deviation) ** 2
    if tails == 0:
        return -square / 2
    freedoms = 1 / tails
    return -(freedoms + 1) / 2 * math.log(1 + square / freedoms)


def fit(competitors, results, tie_sizes, prior_points, prior_log_tie,
        factors=None, predecessors=None, step_points=None, tails=0):
    """Log-strengths and log-ties at the maximum, and their covariances."""
    before = predecessors or [None] * competitors

    def log_prior(x, k):
        if before[k] is None:
            return log_density(x[k], prior_points / POINTS, tails)
        return log_density(x[k] - x[before[k]], step_points / POINTS, tails)

    def log_posterior(x):
        ties = {size: x[competitors + k] for k, size in enumerate(tie_sizes)}
        total = sum(
            weight * log_likelihood(ranks, x[:competitors], ties, factors)
            for ranks, weight in results)
        total += sum(log_prior(x, k) for k in range(competitors))
        total -= sum((v / prior_log_tie) ** 2 for v in x[competitors:]) / 2
        return total

    x = maximum(log_posterior, competitors + len(tie_sizes))
    curvature = [[-v for v in row] for row in hessian(log_posterior, x)]
    return x, inverse(curvature)


def baseball_results():
    return [([[[i]], [[j]]], wins) for i, row in enumerate(BASEBALL)
            for j, wins in enumerate(row) if wins]


def pudding_results():
    results = []
    for i, j, first, second, none in PUDDING:
        results += [([[[i]], [[j]]], first), ([[[j]], [[i]]], second),
                    ([[[i], [j]]], none)]
    return results


def centred(values):
    mean = sum(values) / len(values)
    return [v - mean for v in values]


def centred_errors(covariances, n):
    """Standard errors of the distances to the mean of all, in points."""
    errors = []
    for k in range(n):
        weights = [(i == k) - 1 / n for i in range(n)]
        variance = sum(weights[i] * weights[j] * covariances[i][j]
                       for i in range(n) for j in range(n))
        errors.append(POINTS * math.sqrt(variance))
    return errors


# ---- Weng and Lin 2011 ----

def bradley_terry_full(teams, ranks, beta):
    """Algorithm 1."""
    mus = [sum(mu for mu, _ in team) for team in teams]
    variances = [sum(s * s for _, s in team) for team in teams]
    updated = []
    for i in range(len(teams)):
        omega = delta = 0.0
        for q in range(len(teams)):
            if q == i:
                continue
            c = math.sqrt(variances[i] + variances[q] + 2 * beta ** 2)
            first, second = math.exp(mus[i] / c), math.exp(mus[q] / c)
            p = first / (first + second)
            score = ((ranks[q] > ranks[i]) + (ranks[q] >= ranks[i])) / 2
            omega += variances[i] / c * (score - p)
            gamma = math.sqrt(variances[i]) / c
            delta += (gamma * variances[i] / c ** 2 * p *
                      (second / (first + second)))
        updated.append(shared(teams[i], variances[i], omega, delta))
    return updated


def shared(team, variance, omega, delta, kappa=0.0001):
    return [(mu + s * s / variance * omega,
             s * math.sqrt(max(1 - s * s / variance * delta, kappa)))
            for mu, s in team]


# ---- Betting ----

def cautious_variance(seen, bound):
    n = len(seen)
    mean = sum(seen) / n if n else 0
    spread = sum((v - mean) ** 2 for v in seen) / n if n else 0
    return spread + (bound / (n + 1)) ** 2


def bets(values, sign, bound, delta):
    """The bets of the test's gambler, every moment computed afresh."""
    result = []
    for n in range(len(values)):
        seen = values[:n]
        variance = cautious_variance(seen, bound)
        lead = (sign * sum(seen) / n - 3 * math.sqrt(variance / n) if n
                else delta)
        result.append(min(max(delta, lead) / variance, 3 / (4 * bound)))
    return result


def second_bets(values, bound, alpha):
    return [min(math.sqrt(2 * math.log(2 / alpha) /
                          (cautious_variance(values[:n - 1], bound) * n *
                           math.log(n + 1))), 3 / (4 * bound))
            for n in range(1, len(values) + 1)]


def capital(values, stakes, sign, mean):
    product = 1.0
    for value, bet in zip(values, stakes):
        product *= 1 + sign * bet * (value - mean)
    return product


def share_of_test(place, alpha):
    """Of the test's gambler at a mean that is `place` bounds better for him."""
    if place > 0:
        return 1 if place <= 1 / 1024 else 0.5
    inner = max(edge for edge in [0, 1/64, 1/32, 1/16, 1/8, 3/16, 1/4, 1/2]
                if edge <= -place)
    power = math.log(1 + 3 * inner / 7) / math.log(7 / 4)
    return max(0.5, (alpha / 2) ** power)


def excludes(values, sign, bound, delta, alpha, mean):
    highest = 3 / (4 * (bound + sign * mean))
    share = share_of_test(sign * mean / bound, alpha)
    both = [capital(values, [min(bet, highest) for bet in stakes], sign, mean)
            for stakes in (bets(values, sign, bound, delta),
                           second_bets(values, bound, alpha))]
    return share * both[0] + (1 - share) * both[1] >= 2 / alpha


def interval_end(values, sign, bound, delta, alpha):
    """The first mean that is not excluded, by steps ten times finer each."""
    place, step = -sign * bound * (1 - 1e-12), bound / 640
    while step > 1e-11:
        while excludes(values, sign, bound, delta, alpha, place):
            place += sign * step
        place -= sign * step
        step /= 10
    return place


# ---- The mean after a verdict ----

def ending(values, options):
    """The first verdict among values: its set, who is better, the sum."""
    bound, delta, alpha, beta, fewest = options
    stakes = {sign: bets(values, sign, bound, delta) for sign in (1, -1)}
    for n in range(fewest, len(values) + 1):
        def log_capital(sign, mean):
            return math.log(capital(values[:n], stakes[sign], sign, mean))
        for sign in (1, -1):
            if log_capital(sign, 0) >= math.log(2 / alpha):
                return n, sign, sum(values[:n])
        if min(log_capital(1, -delta), log_capital(-1, delta)) >= math.log(
                1 / beta):
            return n, 0, sum(values[:n])
    return len(values), None, sum(values)


def median_unbiased(values, options):
    """For a lead of A; all possible series of as many sets are enumerated."""
    length = len(values)
    shares = {v: values.count(v) / length for v in sorted(set(values))}
    seen_n, seen_verdict, seen_sum = ending(values, options)
    assert seen_n == length
    series = []
    for path in itertools.product(shares, repeat=length):
        n, verdict, total = ending(list(path), options)
        if n < length:
            more = float(verdict == 1)
        elif (verdict == 1) != (seen_verdict == 1):
            more = float(verdict == 1)
        else:
            more = 0.5 + 0.5 * ((total > seen_sum) - (total < seen_sum))
        series.append(([path.count(v) for v in shares], more))

    def tilted(tilt):
        weights = [p * math.exp(tilt * v) for v, p in shares.items()]
        norm = sum(weights)
        return [w / norm for w in weights]

    def share_of_more(tilt):
        chances = tilted(tilt)
        return sum(more * math.prod(c ** k for c, k in zip(chances, counts))
                   for counts, more in series)

    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = ((middle, high) if share_of_more(middle) < 0.5
                     else (low, middle))
    return sum(v * c for v, c in zip(shares, tilted(low)))


# Bound, delta, alpha, beta and the fewest sets. The first series ends with a
# verdict for A, the second is undecided.
STOPPED_OPTIONS = (1, 0.5, 0.3, 0.1, 3)
STOPPED_VALUES = [1, -1, 1, 1, 1, 1, 1, 1]
OPEN_VALUES = [1, 0, 1, -1, 1, 0, 1]


# ---- fishtest and fastchess ----

# Sets of pairs by half points, and of single matches. The first is an example
# in the source of fishtest.
SET_RESULTS = [[10789, 19328, 33806, 19402, 10543], [2, 13, 38, 27, 9],
               [12, 30, 21]]


def elo_figures(counts):
    """Elo, nElo, each with its error, LOS, draw ratio and pair ratio.

    From a list of all sets, one by one, by the descriptions in
    www.cantate.be/Fishtest/normalized_elo.pdf and in fastchess's manual.
    """
    scores = [k / (len(counts) - 1) for k, c in enumerate(counts)
              for _ in range(c)]
    matches = (len(counts) - 1) / 2
    number = len(scores)
    mean = math.fsum(scores) / number
    deviation = math.sqrt(math.fsum((s - mean) ** 2 for s in scores) / number)
    error = deviation / math.sqrt(number)
    z = 1.959963984540054

    def elo(score):
        return -400 * math.log10(1 / score - 1)

    def normalized(score):
        return ((score - 0.5) / (deviation * math.sqrt(matches)) * 800 /
                math.log(10))

    def half(scale):
        return (scale(mean + z * error) - scale(mean - z * error)) / 2

    won = sum(s > 0.5 for s in scores)
    lost = sum(s < 0.5 for s in scores)
    return [elo(mean), half(elo), normalized(mean), half(normalized),
            (1 + math.erf((mean - 0.5) / error / math.sqrt(2))) / 2,
            (number - won - lost) / number, won / lost]


BETTING_VALUES = [3, -1, 2, 2, 0, 4, -2, 3, 1, 1, 2, 5, -1, 2, 3, 0, 2, 2, 4,
                  -3, 1, 3, 2, 2, 1]
EVEN_VALUES = [v * (-1) ** k for k, v in enumerate(BETTING_VALUES)]


# ---- The header ----

def row(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


def constant(name, values, comment):
    return ["// " + comment,
            f"inline constexpr double {name}[] =", "    " + row(values) + ";"]


def teams_constant(name, teams, comment):
    flat = [number for team in teams for member in team for number in member]
    return constant(name, flat, comment + " mu and sigma, by seat.")


def rating_lines():
    lines = []
    x, covariances = fit(7, baseball_results(), [], 400, 2)
    lines += constant("kBaseballPoints", [1500 + POINTS * v for v in x],
                      "With a prior of 400 points.")
    lines += constant("kBaseballErrors", centred_errors(covariances, 7),
                      "Standard errors of these.")
    x, covariances = fit(6, pudding_results(), [2], 400, 2)
    lines += constant("kPuddingPoints", [1500 + POINTS * v for v in x[:6]],
                      "With a prior of 400 points.")
    x, covariances = fit(5, MIXED, [2, 3], 300, 1.5)
    lines += constant("kMixedPoints", [1500 + POINTS * v for v in x[:5]],
                      "Partners and ties; prior 300 points, log-ties 1.5.")
    lines += constant("kMixedErrors", centred_errors(covariances, 5),
                      "Standard errors of these.")
    x, covariances = fit(
        6, [([[[i]], [[j]]], matches) for i, j, matches in VERSIONS], [], 200,
        2, predecessors=PREDECESSORS, step_points=60, tails=0.25)
    lines += constant("kVersionPoints", [1500 + POINTS * v for v in
                                         centred(x)],
                      "Versions; prior 200 points, steps 60, tails 0.25.")
    lines += constant("kVersionErrors", centred_errors(covariances, 6),
                      "Standard errors of these.")
    x, covariances = fit(4, PLACES, [2], 200, 2, factors=FACTORS)
    lines += constant("kPlacePoints", [1500 + POINTS * v for v in x[:4]],
                      "Place factors 1.7, 0.8, 0.4; prior 200 points.")
    lines += constant("kPlaceErrors", centred_errors(covariances, 4),
                      "Standard errors of these.")
    return lines


def online_lines():
    new, beta = (25, 25 / 3), 25 / 6
    settled, rising = (30, 2), (22, 5)
    lines = []
    lines += teams_constant("kOnlinePair", bradley_terry_full(
        [[new], [new]], [1, 2], beta), "Two newcomers, the first won:")
    lines += teams_constant("kOnlineFour", bradley_terry_full(
        [[new], [settled], [rising], [new]], [2, 1, 2, 4], beta),
        "Ranks 2, 1, 2, 4:")
    lines += teams_constant("kOnlinePartners", bradley_terry_full(
        [[new, settled], [rising, new]], [2, 1], beta),
        "Two against two, the second won:")
    return lines


def betting_lines():
    bound = 6
    lines = []
    for name, values, delta in [("Good", BETTING_VALUES, 0.2),
                                ("Even", EVEN_VALUES, 1.5)]:
        logs = [math.log(capital(values, bets(values, sign, bound, delta),
                                 sign, mean))
                for sign, mean in [(1, 0), (-1, 0), (1, -delta), (-1, delta)]]
        ends = [interval_end(values, sign, bound, delta, 0.05)
                for sign in (1, -1)]
        lines += constant(f"k{name}Differences", values,
                          f"Of 25 sets; bound 6, delta {delta}.")
        lines += constant(f"k{name}LogCapitals", logs,
                          "log Up(0), log Down(0), log Up(-delta), "
                          "log Down(delta).")
        lines += constant(f"k{name}Interval", ends, "With alpha 0.05.")
    for name, values in [("Stopped", STOPPED_VALUES), ("Open", OPEN_VALUES)]:
        lines += constant(f"k{name}Differences", values,
                          "Bound 1, delta 0.5, alpha 0.3, beta 0.1, at least "
                          "3 sets.")
        lines += constant(f"k{name}Mean",
                          [median_unbiased(values, STOPPED_OPTIONS)],
                          "The median-unbiased mean of these.")
    return lines


def elo_lines():
    lines = []
    for name, counts in zip(("Many", "Few", "Single"), SET_RESULTS):
        lines += constant(f"k{name}SetResults", counts,
                          "Sets by half points of A.")
        lines += constant(f"k{name}EloFigures", elo_figures(counts),
                          "Elo, its error, nElo, its error, LOS, draw ratio, "
                          "pair ratio.")
    return lines


def header():
    guard = "TESTS_ARENA_COMPETITION_REFERENCE_VALUES_H_"
    lines = ["// Computed by tests/independent/ratings.py; do not edit.",
             "// clang-format off",
             f"#ifndef {guard}", f"#define {guard}", "",
             "namespace arena::competition {", ""]
    lines += (rating_lines() + online_lines() + betting_lines() +
              elo_lines())
    lines += ["", "}  // namespace arena::competition", "",
              f"#endif  // {guard}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(header(), end="")
