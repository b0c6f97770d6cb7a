// What is said about repeated measurements.

/** The value that a part `p` of the sorted values lies below, between neighbours in proportion. */
export function quantile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

export function median(values) {
  return quantile(values, 0.5);
}

/** { value, low, high }: the median and the quartiles, between which half of the measurements lie. */
export function summary(values) {
  return { value: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/** The summary of ours over theirs in each round: what both met in a round cancels out. */
export function ratio(ours, theirs) {
  return summary(ours.map((value, round) => value / theirs[round]));
}

/** The exponent p of the power law y = c x^p that fits best: the slope of a line through the logarithms. */
export function slope(xs, ys) {
  const [u, v] = [xs.map(Math.log), ys.map(Math.log)];
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanU, meanV] = [mean(u), mean(v)];
  const sum = (term) => u.reduce((total, _, i) => total + term(i), 0);
  return sum((i) => (u[i] - meanU) * (v[i] - meanV)) / sum((i) => (u[i] - meanU) ** 2);
}
