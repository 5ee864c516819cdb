import * as z from 'zod/mini';

/** A time with the place's offset from UTC; null where it does not happen that day. */
const time = z.nullable(z.string());
/** Null where it does not begin, or end, that day. */
const period = z.object({ from: time, to: time });

export const Light = z.object({
  date: z.string(),
  timeZone: z.string(),
  /** Degrees, as all altitudes and azimuths. */
  latitude: z.number(),
  longitude: z.number(),
  /** False where the city's coordinates stand in for the place's. */
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
  /** Every 10 minutes of the day; the altitude without refraction, the azimuth from north clockwise. */
  sun: z.array(z.object({ at: z.string(), altitude: z.number(), azimuth: z.number() })),
  /** `phase`: 0 new, 0.5 full, almost 1 before the next new; both numbers at noon. */
  moon: z.object({ rise: time, set: time, illumination: z.number(), phase: z.number() }),
});
export type Light = z.infer<typeof Light>;
