import { useNavigation } from 'react-router-dom';

/** Whether another screen is on its way: a new address for this one would keep it from coming. */
export const useIsLeaving = (): boolean => useNavigation().state !== 'idle';
