import * as z from 'zod/mini';

/** A time with the place's offset from UTC; null if it does not happen that day. */
const time = z.nullable(z.string());
/** Null if it does not begin, or end, that day. */
const period = z.object({ from: time, to: time });

export const Light = z.object({
  date: z.string(),
  timeZone: z.string(),
  /** Degrees, like all altitudes and azimuths. */
  latitude: z.number(),
  longitude: z.number(),
  /** False if the city's coordinates are used for the place. */
  exact: z.boolean(),
  dawn: time,
  sunrise: time,
  goldenMorning: period,
  blueMorning: period,
  solarNoon: z.string(),
  goldenEvening: period,
  blueEvening: period,
  sunset: time,
  dusk: time,
  /** Seconds that the sun is up. */
  dayLength: z.int(),
  /** Every 10 minutes of the day; the altitude without refraction, the azimuth clockwise from north. */
  sun: z.array(z.object({ at: z.string(), altitude: z.number(), azimuth: z.number() })),
  /** `phase`: 0 new, 0.5 full, almost 1 before the next new moon; both numbers at noon. */
  moon: z.object({ rise: time, set: time, illumination: z.number(), phase: z.number() }),
});
export type Light = z.infer<typeof Light>;
