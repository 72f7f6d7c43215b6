import { startDemoCluster } from './fixtures/demo-cluster.ts'
import { startPortal } from './fixtures/portal.ts'

/**
 * Creates the demo community once, as a database that all portals clone, and starts one portal for all tests.
 * Stores the portal's URL and folder in the environment.
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  const stopCluster = await startDemoCluster()
  const portal = await startPortal()
  process.env.PORTAL_URL = portal.url
  process.env.PORTAL_FOLDER = portal.folder
  return () => portal.stop().finally(stopCluster)
}
