import assert from "node:assert/strict";
import { test } from "node:test";

import { isNearby, mayGo, proxyVariable } from "../dist/addresses.js";

test("No proxy leads to private addresses", () => {
  const nearby = [
    "unix:/run/referee",
    "localhost:5757",
    "referee:5757",
    "127.0.0.1:5757",
    "10.1.2.3:5757",
    "172.31.0.1:5757",
    "192.168.1.1:5757",
    "[::1]:5757",
    "[fd00::1]:5757",
    "ipv4:127.0.0.1:5757,127.0.0.1:5758",
  ];
  for (const address of nearby) assert.ok(isNearby(address), address);
  const far = [
    "172.32.0.1:5757",
    "8.8.8.8:5757",
    "[2606::1]:5757",
    "127.example.org:5757",
    "dns:///arena.example.org:5757",
  ];
  for (const address of far) assert.ok(!isNearby(address), address);
});

test("A proxy in the way is named", () => {
  const proxy = { http_proxy: "http://127.0.0.1:9" };
  assert.equal(proxyVariable("arena.example.org:5757", {}), "");
  assert.equal(proxyVariable("arena.example.org:5757", proxy), "http_proxy");
  assert.equal(proxyVariable("127.0.0.1:5757", proxy), "");
  const excepted = { ...proxy, no_proxy: "localhost, example.org" };
  assert.equal(proxyVariable("arena.example.org:5757", excepted), "");
});

test("A redirect leads to a host and port, or from a socket to another", () => {
  assert.ok(mayGo("[::1]:5757", "127.0.0.1:1"));
  assert.ok(mayGo("unix:/b", "unix:/a"));
  assert.ok(!mayGo("unix:/b", "127.0.0.1:1"));
  assert.ok(!mayGo("dns:evil:1", "127.0.0.1:1"));
  assert.ok(!mayGo("a:1,b:2", "127.0.0.1:1"));
});
