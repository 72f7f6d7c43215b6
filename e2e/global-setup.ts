import { startPortal } from './fixtures/portal.ts'

/** One real portal with the demo community for all tests; its address and folder are handed on in the environment. */
export default async function startForAll(): Promise<() => Promise<void>> {
  const portal = await startPortal()
  process.env.PORTAL_URL = portal.url
  process.env.PORTAL_FOLDER = portal.folder
  return () => portal.stop()
}
