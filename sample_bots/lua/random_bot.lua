#!/usr/bin/env lua5.4
-- Plays any legal action, and the same ones whenever its seat has the same secret.
-- Start it behind a bridge: arena bridge -- lua5.4 random_bot.lua
local json = require("cjson")

io.stdout:setvbuf("line")
local secret

-- FNV-1a: Lua has no hash of its own.
local function number_of(text)
  local hash = 0x811c9dc5
  for _, byte in ipairs({ text:byte(1, -1) }) do
    hash = ((hash ~ byte) * 0x01000193) & 0xffffffff
  end
  -- Its last bits say little of the first letters.
  return (hash ~ (hash >> 15)) & 0x7fffffff
end

for line in io.lines() do
  local message = json.decode(line)
  if message.matchStart then
    secret = message.matchStart.privateSeed
    print('{"ready":{}}')
  elseif message.prompt and #message.prompt.actions > 0 then
    local prompt = message.prompt
    local place = secret .. "/" .. prompt.seat .. "/" .. prompt.decision
    local action = prompt.actions[number_of(place) % #prompt.actions + 1]
    print(string.format('{"act":{"id":%d}}', action.id))
  end
end
