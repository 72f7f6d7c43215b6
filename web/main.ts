import type { Area } from '@tahanan/contract/limits.ts'
import { currentArea, sessionToken } from './lib/session.ts'

// Each area is a chunk of its own; a login is a few kilobytes that make the static page work.
const AREAS: Record<Area, () => Promise<unknown>> = {
  client: () => import('./areas/resident/start.tsx'),
  admin: () => import('./areas/admin/start.tsx'),
  'super-admin': () => import('./areas/super-admin/start.tsx'),
}

if (sessionToken() === null) void import('./login/login.ts').then(({ startLogin }) => startLogin())
else void AREAS[currentArea()]()
