#!/usr/bin/env ruby
# Plays any legal action, and the same ones whenever its seat has the same secret.
# Start it behind a bridge: arena bridge -- ruby random_bot.rb
require "digest"
require "json"

$stdout.sync = true
secret = nil

def answer(message) = puts(JSON.generate(message))

$stdin.each_line do |line|
  message = JSON.parse(line)
  if (start = message["matchStart"])
    secret = start["privateSeed"].unpack1("m")
    answer({ ready: {} })
  elsif (prompt = message["prompt"]) && prompt["actions"].any?
    place = "/#{prompt["seat"]}/#{prompt["decision"]}"
    random = Random.new(Digest::SHA256.hexdigest(secret + place).hex)
    answer({ act: { id: prompt["actions"].sample(random: random)["id"] } })
  end
end
