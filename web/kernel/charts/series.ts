/**
 * @file A series of points of any length in bounded memory: what a chart of it would look the same without is dropped.
 */

import type { Point } from '../../charts/spec.js';

/** Buckets a series is kept in; two points each are far more than a chart has pixel columns. */
const maxBuckets = 1000;

interface Bucket {
  low: Point;
  high: Point;
}

/**
 * Keeps every point until there are 2,000; then neighbouring points share buckets of equal count, of which the lowest
 * and the highest point stay, so that a single spike is never lost. NaN counts as the lowest: a chart shows where it
 * is.
 */
export class Series {
  private buckets: Bucket[] = [];
  private perBucket = 1;
  private inLast = 0;
  private last: Point | null = null;

  push(x: number, y: number): void {
    const point: Point = [x, y];
    this.last = point;
    const bucket = this.buckets[this.buckets.length - 1];
    if (bucket && this.inLast < this.perBucket) {
      include(bucket, point);
      this.inLast++;
      return;
    }
    if (this.buckets.length === maxBuckets * (this.perBucket === 1 ? 2 : 1)) this.merge();
    this.buckets.push({ low: point, high: point });
    this.inLast = 1;
  }

  points(): Point[] {
    const points: Point[] = [];
    const add = (point: Point): void => {
      if (points[points.length - 1] !== point) points.push(point);
    };
    for (const { low, high } of this.buckets) {
      const [first, second] = low[0] <= high[0] ? [low, high] : [high, low];
      add(first);
      if (second !== first) add(second);
    }
    if (this.last) add(this.last);
    return points;
  }

  private merge(): void {
    const merged: Bucket[] = [];
    // From one point a bucket to four, later to twice as many: either leaves half of the room free.
    const factor = this.perBucket === 1 ? 4 : 2;
    for (let i = 0; i < this.buckets.length; i += factor) {
      const bucket = this.buckets[i];
      for (const { low, high } of this.buckets.slice(i + 1, i + factor)) {
        include(bucket, low);
        include(bucket, high);
      }
      merged.push(bucket);
    }
    this.buckets = merged;
    this.perBucket *= factor;
    this.inLast = this.perBucket;
  }
}

function include(bucket: Bucket, point: Point): void {
  if (!Number.isNaN(bucket.low[1]) && !(point[1] >= bucket.low[1])) bucket.low = point;
  if (point[1] > bucket.high[1]) bucket.high = point;
}

/** Points of a scatter that are kept; of more, every second is dropped, as often as it takes. */
const maxSpots = 10_000;

/** Points in no order, in bounded memory. */
export class SpotSeries {
  private kept: Point[] = [];
  private step = 1;
  private seen = 0;

  push(x: number, y: number): void {
    if (this.seen++ % this.step !== 0) return;
    if (this.kept.length === maxSpots) {
      this.kept = this.kept.filter((_, i) => i % 2 === 0);
      this.step *= 2;
      if ((this.seen - 1) % this.step !== 0) return;
    }
    this.kept.push([x, y]);
  }

  points(): Point[] {
    return [...this.kept];
  }
}
