// Measures several sides in turns, so that a slow moment of the machine meets them all.

/**
 * `sides`: { name, run }, `run(count)` gives { wall, cpu? } in milliseconds for `count` repetitions. Every side is
 * warmed up, then each round runs every side for about `roundMs`, forwards and backwards by turns. Gives for each name
 * { wall, cpu } arrays of milliseconds per repetition, one value a round; cpu is null for a side that can't tell it.
 */
export async function alternate(sides, { rounds, roundMs = 2.5, warmUpMs = 300 }) {
  const counts = new Map();
  for (const side of sides) counts.set(side, await warmUp(side.run, roundMs, warmUpMs));
  const times = new Map(sides.map(({ name }) => [name, { wall: [], cpu: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? sides : [...sides].reverse();
    for (const side of order) {
      const count = counts.get(side);
      const { wall, cpu } = await side.run(count);
      times.get(side.name).wall.push(wall / count);
      times.get(side.name).cpu.push(cpu === undefined ? Number.NaN : cpu / count);
    }
  }
  return new Map([...times].map(([name, { wall, cpu }]) => [name, { wall, cpu: cpu.some(Number.isNaN) ? null : cpu }]));
}

// Repeats until the time is over and gives the number of repetitions that fills a round, from the fastest attempt.
async function warmUp(run, roundMs, warmUpMs) {
  let spent = 0;
  let fastest = Number.POSITIVE_INFINITY;
  let count = 1;
  for (let attempt = 0; attempt < 6 || spent < warmUpMs; attempt += 1) {
    const { wall, cpu } = await run(count);
    spent += cpu ?? wall;
    // A browser's clock may not tell a short time from none.
    fastest = Math.min(fastest, Math.max(cpu ?? wall, 0.1) / count);
    count = Math.max(1, Math.round(Math.min(roundMs / fastest, 4 * count)));
  }
  return count;
}
