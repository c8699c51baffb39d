/** A duration as Prometheus writes it. */
export type Duration = `${number}${'s' | 'm' | 'h' | 'd'}`;

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The speed of the rules' time: 1 in an installation; faster to show in minutes what fires after a day. */
export class Pace {
  constructor(private readonly factor: number) {}

  /** A duration, scaled. */
  span(duration: Duration): string {
    const milliseconds = Math.round(this.seconds(duration) * 1_000);
    return this.factor === 1 ? duration : `${Math.max(1, milliseconds)}ms`;
  }

  /** The same as a number. */
  seconds(duration: Duration): number {
    return inSeconds(duration) * this.factor;
  }
}

/** That of an installation. */
export const REAL_PACE = new Pace(1);

function inSeconds(duration: Duration): number {
  const unit = Object.entries(SECONDS).find(([letter]) => duration.endsWith(letter));
  return Number.parseFloat(duration) * (unit?.[1] ?? 1);
}

export const inMinutes = (duration: Duration): number => inSeconds(duration) / 60;
