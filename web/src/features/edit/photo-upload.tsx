export interface PhotoUploadProps {
  readonly locationId: string;
}

export function PhotoUpload(_props: PhotoUploadProps) {
  return null;
}
