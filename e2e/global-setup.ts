import { startDemoCluster } from './fixtures/demo-cluster.ts'
import { startPortal } from './fixtures/portal.ts'

/**
 * Starts one portal that all tests share, and a template database that other portals copy. Passes URL and
 * folder in environment variables.
 */
export default async function startSharedPortal(): Promise<() => Promise<void>> {
  const stopCluster = await startDemoCluster()
  const portal = await startPortal()
  process.env.PORTAL_URL = portal.url
  process.env.PORTAL_FOLDER = portal.folder
  return () => portal.stop().finally(stopCluster)
}
