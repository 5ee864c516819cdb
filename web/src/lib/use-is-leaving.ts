import { useNavigation } from 'react-router-dom';

/** Whether the router is loading another screen: a new address for this one would cancel that. */
export const useIsLeaving = (): boolean => useNavigation().state !== 'idle';
