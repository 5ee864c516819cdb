import { Marker, type LngLat, type Map as MapLibre } from 'maplibre-gl';

import type { Coordinates } from '#contracts/shared/coordinates';

import type { MapParts } from './on-map.ts';

const pointAt = (at: LngLat): Coordinates => {
  const { lat, lng } = at.wrap();
  return { latitude: lat, longitude: lng };
};

/** What parts on this map need of it. */
export const partsOf = (map: MapLibre): MapParts => ({
  put: (element, { latitude, longitude }, onDragged) => {
    const marker = new Marker({ element, draggable: onDragged !== undefined })
      .setLngLat([longitude, latitude])
      .addTo(map);
    // What is in it has a name of its own.
    element.removeAttribute('aria-label');
    element.removeAttribute('role');
    marker.on('dragend', () => onDragged?.(pointAt(marker.getLngLat())));
    return {
      moveTo: (to) => void marker.setLngLat([to.longitude, to.latitude]),
      remove: () => void marker.remove(),
    };
  },
  onPress: (pressed) => {
    const listening = map.on('click', ({ lngLat, originalEvent }) => {
      // What stands on the map is pressed for its own sake.
      if (originalEvent.target === map.getCanvas()) pressed(pointAt(lngLat));
    });
    return () => listening.unsubscribe();
  },
  middle: () => pointAt(map.getCenter()),
  beside: ({ latitude, longitude }, right, below) => {
    const { x, y } = map.project([longitude, latitude]);
    return pointAt(map.unproject([x + right, y + below]));
  },
});
