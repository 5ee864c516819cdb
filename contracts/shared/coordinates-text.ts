interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The point as people read and paste it: degrees, north and east positive. */
export const coordinatesText = ({ latitude, longitude }: Point): string => `${latitude}, ${longitude}`;
