import { createDataFolder, type DataFolder } from './data-folder.ts';
import { adminPassword, register, signInAdmin, startInProcess, type Person } from './in-process.ts';

/** A data folder with the administrator (first) and some people signed in, and nothing else. */
export async function createPopulatedFolder(
  number: number,
  create: () => Promise<DataFolder> = createDataFolder,
): Promise<{ readonly folder: DataFolder; readonly people: readonly [Person, ...Person[]] }> {
  const folder = await create();
  await using server = await startInProcess(folder, { ADMIN_PASSWORD: adminPassword });
  const people: [Person, ...Person[]] = [await signInAdmin(server.origin)];
  while (people.length < number) people.push(await register(server.origin, `person-${people.length}`));
  return { folder, people };
}
