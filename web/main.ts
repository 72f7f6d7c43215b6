import { currentArea, sessionToken } from './lib/session.ts'

// Each area is a chunk of its own; a login is a few kilobytes that make the static page work.
if (sessionToken() === null) {
  void import('./login/login.ts').then(({ startLogin }) => startLogin())
} else {
  const area = currentArea()
  if (area === 'client') void import('./areas/resident/start.tsx')
  else if (area === 'admin') void import('./areas/admin/start.tsx')
  else void import('./areas/super-admin/start.tsx')
}
