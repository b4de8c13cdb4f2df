"""The tables of cards of all SDKs are those that sdk/tables makes, and compile."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

from absent import leave_out

ROOT = pathlib.Path(__file__).resolve().parents[3]

CPP = """
#include "sdk/cpp/cards.h"
using namespace pentathlon;
static_assert(kDoppelkopfDeck.named("HT")->number == 16);
static_assert(kOrdagoDeck.card(0) == nullptr && kOrdagoDeck.card(8)->name == "K");
static_assert(DoppelkopfTrumps(1).front() == 16 && DoppelkopfTrumps(0).empty());
static_assert(*OrdoSquareNumber("c3") == 22 && !OrdoSquareNumber("k1"));
int main() { return OrdoSquareName(22) == "c3" ? 0 : 1; }
"""
GO = """
package pentathlon

import "testing"

func TestCards(t *testing.T) {
	card, ok := DoppelkopfDeck.Named("HT")
	if !ok || card.Number != 16 || DoppelkopfTrumps(1, true)[0] != 16 {
		t.Fatal(card)
	}
	if king, _ := OrdagoDeck.Card(8); king.Name != "K" {
		t.Fatal(king)
	}
	square, ok := OrdoSquareNumber("c3")
	if !ok || OrdoSquareName(square) != "c3" {
		t.Fatal(square)
	}
}
"""
JAVA = """
import pentathlon.sdk.Cards;

class Check {
  public static void main(String[] arguments) {
    boolean right = Cards.DOPPELKOPF.named("HT").get().number() == 16
        && Cards.ORDAGO.card(0).isEmpty()
        && Cards.ORDAGO.card(8).get().name().equals("K")
        && Cards.doppelkopfTrumps(1, true).get(0) == 16
        && Cards.ordoSquareName(Cards.ordoSquareNumber("c3").get()).get().equals("c3");
    System.exit(right ? 0 : 1);
  }
}
"""
RUST = """
#[path = "FILE"]
mod cards;
fn main() {
    assert_eq!(cards::DOPPELKOPF.named("HT").unwrap().number, 16);
    assert!(cards::ORDAGO.card(0).is_none() && cards::SECONDS.cards().len() == 52);
    assert_eq!(cards::OCTRIX.card(31).unwrap().name, "C8");
    assert_eq!(cards::doppelkopf_trumps(1, true)[0], 16);
    assert_eq!(cards::ordo_square_name(cards::ordo_square_number("c3").unwrap()).unwrap(), "c3");
}
"""
PYTHON = """
from pentathlon import cards
assert cards.DOPPELKOPF.named("HT") == cards.DOPPELKOPF[16]
assert cards.ORDAGO[8].name == "K" and len(cards.SECONDS) == 52
assert cards.doppelkopf_trumps(1)[0] == 16 and cards.doppelkopf_trumps(0) == ()
assert cards.ordo_square_name(cards.ordo_square_number("c3")) == "c3"
"""


def run(*command: str | pathlib.Path, folder: pathlib.Path = ROOT) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def needs(program: str) -> None:
    if shutil.which(program) is None:
        leave_out(f"{program} is not installed")


def test_the_files_are_what_the_generator_writes() -> None:
    run(sys.executable, ROOT / "sdk" / "tables" / "generate", "--check")


def test_cpp(tmp_path: pathlib.Path) -> None:
    needs("c++")
    (tmp_path / "check.cc").write_text(CPP)
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}"]
    run("c++", *flags, "check.cc", "-o", "check", folder=tmp_path)
    run(tmp_path / "check")


def test_go(tmp_path: pathlib.Path) -> None:
    needs("go")
    shutil.copy(ROOT / "sdk" / "go" / "cards.go", tmp_path)
    (tmp_path / "go.mod").write_text("module pentathlon\n\ngo 1.19\n")
    (tmp_path / "cards_test.go").write_text(GO)
    run("go", "vet", "./...", folder=tmp_path)
    run("go", "test", "./...", folder=tmp_path)


def test_java(tmp_path: pathlib.Path) -> None:
    needs("javac")
    source = ROOT / "sdk/java/src/main/java/pentathlon/sdk/Cards.java"
    (tmp_path / "Check.java").write_text(JAVA)
    run("javac", "-Xlint:all", "-Werror", "-d", ".", source, "Check.java", folder=tmp_path)
    run("java", "-cp", ".", "Check", folder=tmp_path)


def test_rust(tmp_path: pathlib.Path) -> None:
    needs("rustc")
    source = ROOT / "sdk" / "rust" / "src" / "cards.rs"
    (tmp_path / "check.rs").write_text(RUST.replace("FILE", str(source)))
    flags = ["--edition", "2021", "-Adead_code", "-Dwarnings"]
    run("rustc", *flags, "check.rs", "-o", "check", folder=tmp_path)
    run(tmp_path / "check")


def test_python() -> None:
    # Alone, so that nothing else of the SDK is needed.
    source = (ROOT / "sdk" / "python" / "pentathlon" / "cards.py").as_posix()
    check = PYTHON.replace("from pentathlon import cards", "")
    load = (
        "import importlib.util, sys; "
        f"spec = importlib.util.spec_from_file_location('cards', {source!r}); "
        "cards = importlib.util.module_from_spec(spec); sys.modules['cards'] = cards; "
        "spec.loader.exec_module(cards)"
    )
    run(sys.executable, "-c", load + check)


def test_typescript(tmp_path: pathlib.Path) -> None:
    compiler = ROOT / "sdk" / "typescript" / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        leave_out("sdk/typescript has no compiler; its own test installs it")
    source = ROOT / "sdk" / "typescript" / "src" / "cards.ts"
    flags = ["--strict", "--target", "es2022", "--module", "nodenext"]
    run(compiler, *flags, "--outDir", tmp_path, source)
