export function SubmissionsPage() {
  return null;
}
