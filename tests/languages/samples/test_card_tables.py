"""The cards, trumps and squares of all SDKs and pages are those of sdk/tables/cards.json.

A program of each language prints its tables as lines, which are compared."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys
from typing import Any

from absent import leave_out

ROOT = pathlib.Path(__file__).resolve().parents[3]
DECKS = ["doppelkopf", "octrix", "ordago", "seconds"]
# Contracts and squares, and neighbours of them that do not exist.
CONTRACTS, SQUARES = range(-1, 12), range(81)

CPP = """
#include <iostream>
#include "sdk/cpp/cards.h"
using namespace pentathlon;
static_assert(kDoppelkopfDeck.named("HT")->number == 16);
static_assert(kOrdagoDeck.card(0) == nullptr && kOrdagoDeck.card(9) == nullptr);
static_assert(DoppelkopfTrumps(1).front() == 16 && DoppelkopfTrumps(0).empty());
static_assert(*OrdoSquareNumber("c3") == 22 && !OrdoSquareNumber("k1"));
void Print(const char* name, const Deck& deck) {
  for (const Card& each : deck.cards()) {
    const Card& card = *deck.named(deck.card(each.number)->name);
    std::cout << name << "|" << card.number << "|" << card.name << "|" << card.suit << "|"
              << card.rank << "|" << card.points << "|" << card.strength << "|" << card.copies
              << "\\n";
  }
}
int main() {
  Print("doppelkopf", kDoppelkopfDeck);
  Print("octrix", kOctrixDeck);
  Print("ordago", kOrdagoDeck);
  Print("seconds", kSecondsDeck);
  for (int contract = -1; contract <= 11; ++contract) {
    for (const bool dulle : {true, false}) {
      std::cout << "trumps|" << contract << "|" << dulle << "|";
      for (const uint32_t card : DoppelkopfTrumps(contract, dulle)) std::cout << card << ",";
      std::cout << "\\n";
    }
  }
  for (uint32_t square = 0; square <= 80; ++square) {
    const auto number = OrdoSquareNumber(OrdoSquareName(square));
    std::cout << "square|" << OrdoSquareName(square) << "|"
              << (number ? std::to_string(*number) : "") << "\\n";
  }
}
"""
GO = """
package pentathlon

import (
	"fmt"
	"testing"
)

func show(name string, deck Deck) {
	for _, each := range deck.Cards() {
		found, _ := deck.Card(each.Number)
		card, _ := deck.Named(found.Name)
		fmt.Printf("%s|%d|%s|%s|%s|%d|%d|%d\\n", name, card.Number, card.Name, card.Suit,
			card.Rank, card.Points, card.Strength, card.Copies)
	}
}

func TestCards(t *testing.T) {
	show("doppelkopf", DoppelkopfDeck)
	show("octrix", OctrixDeck)
	show("ordago", OrdagoDeck)
	show("seconds", SecondsDeck)
	if _, ok := OrdagoDeck.Card(0); ok {
		t.Fatal("a card 0")
	}
	for contract := int32(-1); contract <= 11; contract++ {
		for _, on := range []int{1, 0} {
			fmt.Printf("trumps|%d|%d|", contract, on)
			for _, card := range DoppelkopfTrumps(contract, on == 1) {
				fmt.Printf("%d,", card)
			}
			fmt.Println()
		}
	}
	for square := uint32(0); square <= 80; square++ {
		name := OrdoSquareName(square)
		if number, ok := OrdoSquareNumber(name); ok {
			fmt.Printf("square|%s|%d\\n", name, number)
		} else {
			fmt.Printf("square|%s|\\n", name)
		}
	}
}
"""
JAVA = """
import pentathlon.sdk.Cards;

class Check {
  static void print(String name, Cards.Deck deck) {
    for (Cards.Card each : deck.cards()) {
      Cards.Card card = deck.named(deck.card(each.number()).get().name()).get();
      System.out.printf("%s|%d|%s|%s|%s|%d|%d|%d%n", name, card.number(), card.name(), card.suit(),
          card.rank(), card.points(), card.strength(), card.copies());
    }
  }

  public static void main(String[] arguments) {
    print("doppelkopf", Cards.DOPPELKOPF);
    print("octrix", Cards.OCTRIX);
    print("ordago", Cards.ORDAGO);
    print("seconds", Cards.SECONDS);
    if (Cards.ORDAGO.card(0).isPresent()) {
      System.exit(1);
    }
    for (int contract = -1; contract <= 11; ++contract) {
      for (int dulle : new int[] {1, 0}) {
        StringBuilder line = new StringBuilder("trumps|" + contract + "|" + dulle + "|");
        for (int card : Cards.doppelkopfTrumps(contract, dulle == 1)) {
          line.append(card).append(",");
        }
        System.out.println(line);
      }
    }
    for (int square = 0; square <= 80; ++square) {
      String name = Cards.ordoSquareName(square).orElse("");
      String number = Cards.ordoSquareNumber(name).map(String::valueOf).orElse("");
      System.out.println("square|" + name + "|" + number);
    }
  }
}
"""
RUST = """
#[path = "FILE"]
mod cards;
fn print(name: &str, deck: &cards::Deck) {
    for each in deck.cards() {
        let card = deck.named(deck.card(each.number).unwrap().name).unwrap();
        println!("{name}|{}|{}|{}|{}|{}|{}|{}", card.number, card.name, card.suit, card.rank,
            card.points, card.strength, card.copies);
    }
}
fn main() {
    print("doppelkopf", &cards::DOPPELKOPF);
    print("octrix", &cards::OCTRIX);
    print("ordago", &cards::ORDAGO);
    print("seconds", &cards::SECONDS);
    assert!(cards::ORDAGO.card(0).is_none());
    for contract in -1..=11 {
        for dulle in [1, 0] {
            print!("trumps|{contract}|{dulle}|");
            for card in cards::doppelkopf_trumps(contract, dulle == 1) {
                print!("{card},");
            }
            println!();
        }
    }
    for square in 0..=80 {
        let name = cards::ordo_square_name(square).unwrap_or_default();
        let number = cards::ordo_square_number(&name);
        println!("square|{name}|{}", number.map_or(String::new(), |number| number.to_string()));
    }
}
"""
# The module alone, so that nothing else of the SDK is needed.
PYTHON = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("cards", sys.argv[1])
cards = sys.modules["cards"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cards)
for name in ("doppelkopf", "octrix", "ordago", "seconds"):
    deck = getattr(cards, name.upper())
    assert len(list(deck)) == len(deck)
    for each in deck:
        card = deck.named(deck[each.number].name)
        print(name, card.number, card.name, card.suit, card.rank, card.points, card.strength,
              card.copies, sep="|")
for contract in range(-1, 12):
    for dulle in (True, False):
        trumps = cards.doppelkopf_trumps(contract, dulle)
        print(f"trumps|{contract}|{int(dulle)}|" + "".join(f"{card}," for card in trumps))
for square in range(80):
    name = cards.ordo_square_name(square)
    print(f"square|{name}|{cards.ordo_square_number(name)}")
try:
    cards.ordo_square_name(80)
except ValueError:
    print("square||")
"""
# TypeScript as it is compiled.
NODE = """
import * as cards from "./cards.js";
for (const name of ["doppelkopf", "octrix", "ordago", "seconds"]) {
  const deck = cards[`${name}Deck`];
  for (const each of deck.cards) {
    const card = deck.named(deck.card(each.number).name);
    console.log([name, ...FIELDS.map((field) => card[field])].join("|"));
  }
}
for (let contract = -1; contract <= 11; ++contract) {
  for (const dulle of [1, 0]) {
    const trumps = cards.doppelkopfTrumps(contract, dulle === 1);
    console.log(`trumps|${contract}|${dulle}|${trumps.map((card) => `${card},`).join("")}`);
  }
}
for (let square = 0; square <= 80; ++square) {
  const name = cards.ordoSquareName(square) ?? "";
  console.log(`square|${name}|${cards.ordoSquareNumber(name) ?? ""}`);
}
"""
PAGES = """
import * as cards from "./cards.js";
const decks = [];
for (const name of ["doppelkopf", "ordago", "seconds"]) {
  for (const [number, card] of cards[`${name}Deck`]) {
    if (number !== card.number) throw new Error(card.name);
    decks.push([name, ...FIELDS.map((field) => card[field])].join("|"));
  }
}
console.log(JSON.stringify({ decks, trumps: cards.doppelkopfTrumps }));
"""
FIELDS = ["number", "name", "suit", "rank", "points", "strength", "copies"]


# The SDKs that read the table of flags. Tests of the other SDKs compare with it.
READERS = {"go", "java", "python", "typescript"}


def tables() -> dict[str, list[dict[str, Any]]]:
    loaded: dict[str, list[dict[str, Any]]] = json.loads(
        (ROOT / "sdk" / "tables" / "cards.json").read_text()
    )
    return loaded


def deck_lines(decks: list[str]) -> list[str]:
    return [
        "|".join([name, *(str(card[field]) for field in FIELDS)])
        for name in decks
        for card in tables()[name]
    ]


def expected() -> list[str]:
    """The lines that every program prints."""
    lines = deck_lines(DECKS)
    trumps = {entry["number"]: entry for entry in tables()["doppelkopf_trumps"]}
    for contract in CONTRACTS:
        entry = trumps.get(contract, {"dulle_on": [], "dulle_off": []})
        for dulle, key in ((1, "dulle_on"), (0, "dulle_off")):
            lines.append(f"trumps|{contract}|{dulle}|" + "".join(f"{card}," for card in entry[key]))
    names = {square["number"]: square["name"] for square in tables()["ordo_squares"]}
    return lines + [f"square|{names.get(i, '')}|{i if i in names else ''}" for i in SQUARES]


def run(*command: str | pathlib.Path, folder: pathlib.Path = ROOT) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needs(program: str) -> None:
    if shutil.which(program) is None:
        leave_out(f"{program} is not installed")


def test_cpp(tmp_path: pathlib.Path) -> None:
    needs("c++")
    (tmp_path / "check.cc").write_text(CPP)
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}"]
    run("c++", *flags, "check.cc", "-o", "check", folder=tmp_path)
    assert run(tmp_path / "check").splitlines() == expected()


def test_go(tmp_path: pathlib.Path) -> None:
    needs("go")
    shutil.copy(ROOT / "sdk" / "go" / "cards.go", tmp_path)
    (tmp_path / "go.mod").write_text("module pentathlon\n\ngo 1.19\n")
    (tmp_path / "cards_test.go").write_text(GO)
    run("go", "vet", "./...", folder=tmp_path)
    printed = run("go", "test", "-v", "./...", folder=tmp_path)
    assert [line for line in printed.splitlines() if "|" in line] == expected()


def test_java(tmp_path: pathlib.Path) -> None:
    needs("javac")
    source = ROOT / "sdk/java/src/main/java/pentathlon/sdk/Cards.java"
    (tmp_path / "Check.java").write_text(JAVA)
    run("javac", "-Xlint:all", "-Werror", "-d", ".", source, "Check.java", folder=tmp_path)
    assert run("java", "-cp", ".", "Check", folder=tmp_path).splitlines() == expected()


def test_rust(tmp_path: pathlib.Path) -> None:
    needs("rustc")
    source = ROOT / "sdk" / "rust" / "src" / "cards.rs"
    (tmp_path / "check.rs").write_text(RUST.replace("FILE", str(source)))
    flags = ["--edition", "2021", "-Adead_code", "-Dwarnings"]
    run("rustc", *flags, "check.rs", "-o", "check", folder=tmp_path)
    assert run(tmp_path / "check").splitlines() == expected()


def test_python() -> None:
    source = ROOT / "sdk" / "python" / "pentathlon" / "cards.py"
    assert run(sys.executable, "-c", PYTHON, source).splitlines() == expected()


def node(folder: pathlib.Path, program: str) -> str:
    """The output of a program that imports cards.js of the folder."""
    needs("node")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "check.js").write_text(f"const FIELDS = {FIELDS};\n{program}")
    return run("node", "check.js", folder=folder)


def test_typescript(tmp_path: pathlib.Path) -> None:
    compiler = ROOT / "sdk" / "typescript" / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        leave_out("sdk/typescript has no compiler; its own test installs it")
    source = ROOT / "sdk" / "typescript" / "src" / "cards.ts"
    flags = ["--strict", "--target", "es2022", "--module", "nodenext"]
    run(compiler, *flags, "--outDir", tmp_path, source)
    assert node(tmp_path, NODE).splitlines() == expected()


def test_pages(tmp_path: pathlib.Path) -> None:
    pages = ROOT / "arena" / "viewer" / "web" / "pictures"
    shutil.copy(pages / "card_tables.js", tmp_path / "cards.js")
    printed = json.loads(node(tmp_path, PAGES))
    assert printed["decks"] == deck_lines(["doppelkopf", "ordago", "seconds"])
    assert printed["trumps"] == {
        entry["contract"]: [entry["dulle_on"], entry["dulle_off"]]
        for entry in tables()["doppelkopf_trumps"]
    }


def test_the_tables_of_flags_in_the_sdks_are_copies() -> None:
    table = (ROOT / "sdk" / "tables" / "flags.json").read_bytes()
    copies = [
        path
        for path in (ROOT / "sdk").rglob("flags.json")
        if not {"node_modules", "target", "build"} & set(path.parts)
        and path.parts[-2] not in ("tables", "conversations")
    ]
    assert {path.relative_to(ROOT / "sdk").parts[0] for path in copies} == READERS
    for path in copies:
        assert path.read_bytes() == table, path
