import { startPortal } from './fixtures/portal.ts'

/** Starts one portal with the demo community for all tests, and puts its URL and folder into the environment. */
export default async function startForAll(): Promise<() => Promise<void>> {
  const portal = await startPortal()
  process.env.PORTAL_URL = portal.url
  process.env.PORTAL_FOLDER = portal.folder
  return () => portal.stop()
}
