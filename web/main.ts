import { isChoosingPassword } from '#features/login/is-choosing-password.ts'
import { isOpenPage } from '#lib/address/open-pages.ts'
import { currentArea, sessionToken } from '#lib/api/session.ts'
import type { Area } from '@tahanan/contract/limits.ts'

// Each area is a chunk. The login is only a few kilobytes that make the static page work.
const AREAS: Record<Area, () => Promise<unknown>> = {
  client: async () => {
    // On a phone each import takes about as long as a tap may wait, so there is a pause between them.
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
