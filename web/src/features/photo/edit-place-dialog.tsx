import { EditLocationDialog, type EditLocationDialogProps } from '../location/edit-location-dialog.tsx';
import { ManagePhotos } from './manage-photos.tsx';

/** Changes a location, and its photos. */
export const EditPlaceDialog = (props: EditLocationDialogProps) => (
  <EditLocationDialog {...props}>
    <ManagePhotos locationId={props.location.id} />
  </EditLocationDialog>
);
