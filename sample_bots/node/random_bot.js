// A bot without an SDK: any legal action is as good as another. It speaks the
// protocol with gRPC's own library for Node and the schema alone.
'use strict';

const crypto = require('crypto');
const path = require('path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

// Where `prepare` has put the schema, beside the libraries.
const schema = path.join(process.env.NODE_PATH, '..', 'proto');

const definition = loader.loadSync('arena/v1/play_service.proto', {
  includeDirs: [schema],
  enums: String,
});
const {PlayService} = grpc.loadPackageDefinition(definition).arena.v1;
const GAMES = ['doppelkopf', 'octrix', 'ordago', 'ordo', 'seconds'];

// Draws from the secret of the seat, so that the same match is played again in
// the same way, also when another process goes on with it.
function draw(seed, decision, count) {
  const hash = crypto.createHash('sha256').update(seed).update(`${decision}`);
  return hash.digest().readUInt32BE() % count;
}

const stub = new PlayService(
    process.env.ARENA_ADDRESS, grpc.credentials.createInsecure());
const stream = stub.Play();
const seeds = new Map();

stream.write({
  hello: {
    name: process.env.ARENA_BOT_NAME,
    instance: process.env.ARENA_INSTANCE,
    oneMatch: process.env.ARENA_ONE_MATCH === 'true',
    maxMatches: 1,
    version: '1',
    language: `node ${process.versions.node}`,
    plays: GAMES.map((game) => ({game})),
  },
});

stream.on('data', ({matchStart, prompt, ping, error}) => {
  if (matchStart) {
    const {matchId, seat, privateSeed} = matchStart;
    seeds.set(`${matchId}/${seat}`, privateSeed);
    stream.write({ready: {matchId, seat}});
  } else if (prompt && prompt.kind === 'DECISION_KIND_MUST') {
    const {matchId, seat, decision, actions} = prompt;
    const seed = seeds.get(`${matchId}/${seat}`);
    const index = draw(seed, decision, actions.length);
    stream.write({act: {matchId, seat, decision, index}});
  } else if (ping) {
    stream.write({pong: {nonce: ping.nonce}});
  } else if (error) {
    console.error(error.message);
  }
});
stream.on('error', (why) => {
  console.error(why.message);
  process.exitCode = 1;
});
// The arena ends the stream after the match.
stream.on('end', () => stub.close());
