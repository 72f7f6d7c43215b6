import { getMailedPage, type MailedPage } from '#features/login/get-mailed-page.ts'
import { isPublicPage } from '#lib/address/public-pages.ts'
import { GATE_PATH, isGatePage, isGateDeviceInAdminArea } from '#lib/api/gate-device.ts'
import { getCurrentArea, getSessionToken } from '#lib/api/session.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import type { Area } from '@tahanan/contract/limits.ts'

// Each area is a separate chunk. The login page is static and needs only a few kilobytes of script, so it
// loads none of these chunks.
const AREA_LOADERS: Record<Area, () => Promise<unknown>> = {
  client: async () => {
    // Running the code of both chunks without a pause would delay a tap for too long on a phone. In the pause
    // the browser can handle events.
    await import('#areas/shell/start-area.tsx')
    await new Promise((resolve) => setTimeout(resolve))
    return import('#areas/resident/start.tsx')
  },
  admin: () => (isGatePage(location) ? import('#areas/gate/start.tsx') : import('#areas/admin/start.tsx')),
  'super-admin': () => import('#areas/super-admin/start.tsx'),
}

const MAILED_PAGE_LOADERS: Record<MailedPage, () => Promise<unknown>> = {
  'choose-password': () =>
    import('#features/login/choose-password.ts').then(({ startChoosePassword }) => startChoosePassword()),
  unsubscribe: () =>
    import('#features/login/unsubscribe.ts').then(({ startUnsubscribe }) => startUnsubscribe()),
}

const openGatePage = async (): Promise<void> => location.replace(GATE_PATH)

const startApp = (): Promise<unknown> => {
  const page = getMailedPage()
  if (page) return MAILED_PAGE_LOADERS[page]()
  if (getSessionToken() !== null) {
    if (isGateDeviceInAdminArea() && location.pathname !== GATE_PATH) return openGatePage()
    return AREA_LOADERS[getCurrentArea()]()
  }
  if (isPublicPage(location))
    return import('#features/billing/return-page-without-login.tsx').then(({ startReturnPageWithoutLogin }) =>
      startReturnPageWithoutLogin(),
    )
  return import('#features/login/login.ts').then(({ startLogin }) => startLogin())
}
startDrafts()
void startApp()
