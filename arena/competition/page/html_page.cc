#include "arena/competition/page/html_page.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"

namespace arena::competition {
namespace {

// Of curves.
constexpr int kColours = 8;

// Colours of curves differ in lightness as well as in hue, and every second
// curve is dashed, so that they can be told apart without seeing colours.
constexpr absl::string_view kStyle = R"(
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --ink: #1c2127; --soft: #5a6470;
  --line: #dde1e6; --faint: #eef0f3; --accent: #1f5fd0; --alarm: #b3261e; --shade: rgba(0, 0, 0, .16);
  --better: 31, 95, 208; --worse: 224, 112, 0;
  --c0: #1f5fd0; --c1: #c2410c; --c2: #0b7a53; --c3: #9333b5;
  --c4: #946200; --c5: #0a7189; --c6: #bf1650; --c7: #4b5866;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101418; --card: #191f25; --ink: #e6eaee; --soft: #9daab6;
    --line: #313a44; --faint: #232b33; --accent: #86b0ff; --alarm: #ff9d94; --shade: rgba(0, 0, 0, .6);
    --better: 92, 148, 255; --worse: 255, 148, 48;
    --c0: #86b0ff; --c1: #ff9a63; --c2: #52cf9e; --c3: #dc97f2;
    --c4: #e8b64c; --c5: #5cc8e0; --c6: #ff87a8; --c7: #b3bfca;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 1180px; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h1.event { font-size: 1.5rem; margin: 3rem 0 0; }
h2 { font-size: 1.1rem; margin: 0; }
p { margin: .4rem 0; max-width: 46rem; }
a { color: var(--accent); }
.soft, small { color: var(--soft); }
small { font-size: .8rem; font-weight: 400; }
.about { color: var(--soft); margin: .3rem 0 0; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.facts li { color: var(--soft); font-size: .9rem; }
.facts b { display: block; color: var(--ink); font-size: 1.35rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  margin: 1.2rem 0 0; padding: 1.1rem 1.2rem;
}
.card > p { font-size: .9rem; color: var(--soft); }
.scroll {
  overflow-x: auto; margin: .6rem -1.2rem 0; padding: 0 1.2rem .2rem;
  background: linear-gradient(90deg, transparent, var(--card) 60%) right / 3rem 100% no-repeat local,
    linear-gradient(270deg, var(--shade), transparent) right / 1rem 100% no-repeat scroll;
}
table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
.table { width: 100%; }
th, td { padding: .45rem .5rem; text-align: right; white-space: nowrap; }
th { font-weight: 600; }
thead th { color: var(--soft); font-size: .8rem; vertical-align: bottom; border-bottom: 1px solid var(--line); }
.table tbody th, .table tbody td { border-top: 1px solid var(--faint); }
.table tbody tr:first-child > * { border-top: 0; }
td small { display: block; line-height: 1.2; }
td small.inline { display: inline; }
.left { text-align: left; }
.who { text-align: left; position: sticky; left: -1.2rem; background: var(--card); padding-left: 0; z-index: 1; }
.name { display: inline-block; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
.who small { display: block; max-width: 16rem; margin-left: 1.9rem; overflow: hidden; text-overflow: ellipsis; line-height: 1.2; }
.place { display: inline-block; min-width: 1.5rem; margin-right: .4rem; text-align: right; color: var(--soft); font-weight: 400; }
.first .place { color: var(--accent); font-weight: 700; }
.key { font-weight: 700; }
.mark { border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: .72rem; font-weight: 400; padding: .05rem .45rem; margin-left: .4rem; }
.alarm { color: var(--alarm); }
.matrix th, .matrix td { padding: .3rem .35rem; }
.matrix td { min-width: 4.1rem; text-align: center; border: 1px solid var(--card); border-radius: 6px; }
.matrix td.self { background: var(--faint); }
.matrix thead th { text-align: center; border: 0; }
.matrix small { color: inherit; opacity: .8; font-size: .72rem; }
.tall { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem; overflow: hidden; text-overflow: ellipsis; }
.legend { display: flex; white-space: nowrap; align-items: center; gap: .6rem; font-size: .8rem; color: var(--soft); margin-top: .7rem; }
.ramp { flex: 0 1 12rem; height: .7rem; border-radius: 99px; background: linear-gradient(90deg, rgba(var(--worse), .55), transparent, rgba(var(--better), .55)); border: 1px solid var(--line); }
svg { display: block; }
svg text { fill: var(--soft); font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums; }
.whisker { width: 130px; height: 20px; color: var(--accent); }
.reach { stroke: currentColor; stroke-width: 5; stroke-opacity: .35; stroke-linecap: round; }
.chart { width: 100%; height: auto; margin-top: .6rem; }
.chart.square { max-width: 32rem; }
.right { stroke: var(--soft); stroke-dasharray: 3 4; }
.grid { stroke: var(--line); stroke-width: 1; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.chart .label { font-weight: 600; }
.narrow { display: none; }
dl { margin: .6rem 0 0; font-size: .92rem; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; color: var(--soft); max-width: 46rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin-top: 1rem; }
footer { margin-top: 1.5rem; color: var(--soft); font-size: .8rem; overflow-wrap: anywhere; }
@media (max-width: 640px) {
  main { padding: 1.2rem .7rem 2rem; }
  header h1 { font-size: 1.5rem; }
  .card { padding: .9rem .9rem; border-radius: 10px; }
  .scroll { margin: .6rem -.9rem 0; padding: 0 .9rem .2rem; }
  .who { left: -.9rem; padding-left: .9rem; }
  .scroll { padding-left: 0; }
  .name { max-width: 8.5rem; }
  .who small { max-width: 8.5rem; }
  th, td { padding: .4rem .5rem; }
  .wide { display: none; }
  .narrow { display: block; }
}
@media print { body { background: #fff; } .card { break-inside: avoid; } }
)";

}  // namespace

std::string StandingsStyle() {
  std::string style(kStyle);
  for (int i = 0; i < kColours; ++i) {
    absl::StrAppend(&style, ".chart .c", i, " { fill: var(--c", i, "); }\n");
  }
  for (int i = 0; i <= kShades; ++i) {
    const double strength = 0.55 * i / kShades;
    for (const char* side : {"better", "worse"}) {
      absl::StrAppend(&style, ".", side, "-", i, " { background: rgba(var(--",
                      side, "), ", strength, "); }\n");
    }
  }
  return style;
}

std::string HtmlPage(absl::string_view title, const Html& body) {
  const std::string style = StandingsStyle();
  const std::string hash = absl::Base64Escape(Sha256(style));
  return absl::StrCat(
      "<!DOCTYPE html>\n"
      "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'sha256-",
      hash, "'\"/>\n<title>", EscapedHtml(PlainLine(title)),
      "</title>\n<style>", style, "</style>\n</head>\n<body>\n", "<main>\n",
      body.markup(), "</main>\n</body>\n</html>\n");
}

}  // namespace arena::competition
