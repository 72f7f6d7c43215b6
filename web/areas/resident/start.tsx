import './shell.css'
import { RequireSession } from '#areas/shell/require-session.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { registerWorker } from '#features/offline/service-worker.ts'
import { persistCache, restoreStoredCache } from '#features/offline/stored-cache.ts'
import { scheduleSubscriptionRenewal } from '#features/push/schedule-subscription-renewal.ts'
import { ResidentShell } from './shell.tsx'

startArea(
  <RequireSession restore={restoreStoredCache}>
    <ResidentShell />
  </RequireSession>,
)

persistCache()
registerWorker()
scheduleSubscriptionRenewal()
