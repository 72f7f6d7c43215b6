import '#ui/values/facts.css'
import './return-page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getAddressAfterLogin } from '#lib/address/public-pages.ts'
import { DEFAULT_SETTINGS, getStoredSettings } from '#lib/api/public-settings.ts'
import { ParameterList } from './parameter-list.tsx'
import { parseReturnParameters } from './return-parameters.ts'

/**
 * Shows the gateway's URL parameters only as text, because without a login the server does not verify them.
 */
function ReturnPageWithoutLogin() {
  const { name } = getStoredSettings() ?? DEFAULT_SETTINGS
  const { method, cancelled, entries } = parseReturnParameters(location)
  return (
    <main className="open-return stack">
      <p className="portal">{name}</p>
      <h1>{cancelled ? 'You left the payment page' : 'Back from the payment page'}</h1>
      <p>
        The portal asks {method === 'dragonpay' ? 'Dragon Pay' : 'AQWire'} by itself what became of your
        payment. Log in to see it.
      </p>
      <a className="btn primary block" href={getAddressAfterLogin(location)}>
        Log in
      </a>
      <h2>Details from the payment page</h2>
      <ParameterList entries={entries} />
    </main>
  )
}

export function startReturnPageWithoutLogin(): void {
  const app = document.getElementById('app')
  if (!app) throw new Error('index.html has no #app')
  for (const id of ['login', 'terms', 'notice']) document.getElementById(id)?.remove()
  createRoot(app).render(
    <StrictMode>
      <ReturnPageWithoutLogin />
    </StrictMode>,
  )
}
