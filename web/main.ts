import { isChoosingPassword } from '#features/login/choosing.ts'
import { isOpenPage } from '#lib/address/open-pages.ts'
import { currentArea, sessionToken } from '#lib/api/session.ts'
import type { Area } from '@tahanan/contract/limits.ts'

// Each area is a chunk of its own; a login is a few kilobytes that make the static page work.
const AREAS: Record<Area, () => Promise<unknown>> = {
  client: async () => {
    // on a phone each of the two takes as long to begin as a finger may wait for an answer
    await import('#areas/shell/start-area.tsx')
    await new Promise((resolve) => setTimeout(resolve))
    return import('#areas/resident/start.tsx')
  },
  admin: () => import('#areas/admin/start.tsx'),
  'super-admin': () => import('#areas/super-admin/start.tsx'),
}

const start = (): Promise<unknown> => {
  if (isChoosingPassword())
    return import('#features/login/choose-password.ts').then(({ startChoosePassword }) =>
      startChoosePassword(),
    )
  if (sessionToken() !== null) return AREAS[currentArea()]()
  if (isOpenPage(location))
    return import('#features/billing/return-page-without-login.tsx').then(({ startReturnPageWithoutLogin }) =>
      startReturnPageWithoutLogin(),
    )
  return import('#features/login/login.ts').then(({ startLogin }) => startLogin())
}
void start()
