// Who measures a training step: the engine in its places, the limit, and the peers, each after its first losses.

const comparedSteps = 5;

/**
 * Those of `contenders` ({ name, place, task }) whose program is there and whose first losses are the engine's, the
 * first one's: { name, run } for alternate(). The others are left out with a sentence that begins with `title`.
 */
export async function checkedSides(bench, title, contenders, warn) {
  const sides = [];
  let expected = null;
  for (const { name, place, task } of contenders) {
    const program = await bench.program(place);
    if (!program || (program.has && !(await program.has(task)))) continue;
    try {
      const losses = await program.losses(task, comparedSteps);
      expected ??= losses;
      checkLosses(losses, expected);
      sides.push({ name, run: (count) => program.run(task, count) });
    } catch (error) {
      warn(`${title}: ${name} is left out, ${error.message}`);
    }
  }
  return sides;
}

/**
 * The same computation has the same losses but for rounding: 1e-5 of a number in 2..4 for another order of sums and
 * another tanh in float32, and from there about tenfold every 5 steps where training is chaotic.
 */
export function checkLosses(losses, expected) {
  losses.forEach((loss, step) => {
    if (!(Math.abs(loss - expected[step]) <= 1e-5 * 10 ** (step / 5))) {
      throw new Error(`its loss is ${loss} at step ${step}, the engine's ${expected[step]}`);
    }
  });
}
