import '#ui/theme/tokens.css'
import '#ui/theme/base.css'
import '../pass.css'
import './open-page.css'
import type { PublicPass } from '@tahanan/contract/gate/answers.ts'
import { formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { getForeignZoneName } from '@tahanan/contract/time.ts'
import { formatPassHours } from '../format-pass-hours.ts'

/**
 * Page that a shared link of a pass opens (rules 24.7). It is built separately from the portal and small,
 * because guests may have a slow connection. The token is in the URL's hash and is sent in the body of a
 * call, so that it is in no log or referrer.
 */
const mainElement = document.querySelector('main')
void loadAndShowPass()
// The hash changes if another link is opened in this tab.
addEventListener('hashchange', () => void loadAndShowPass())

async function loadAndShowPass(): Promise<void> {
  try {
    const passResponse = await fetch('/api/pass-view', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: location.hash.slice(1) }),
      referrerPolicy: 'no-referrer',
    })
    if (passResponse.ok) renderPass((await passResponse.json()) as PublicPass)
    else if (passResponse.status === 404 || passResponse.status === 400)
      showMessage('This link is not valid', 'Please ask who sent it to you for a new one.')
    else if (passResponse.status === 429)
      showMessage('Too many tries', 'Please wait some minutes, then open the link again.')
    else showMessage('The pass could not be read', 'Please try again in a moment.', true)
  } catch {
    showMessage('There is no connection', 'Please check your connection and try again.', true)
  }
}

function renderPass(pass: PublicPass): void {
  const { community, kind, ended } = pass
  if (ended || !pass.qr) return showMessage('This pass has ended', `${kind}, ${community}`)
  document.title = `${kind}, ${community}`
  const { days, hours } = formatPassHours(pass, pass.timeZone)
  const zone = getForeignZoneName(pass.timeZone)
  mainElement?.replaceChildren(
    createTextElement('p', 'community', community),
    createTextElement('h1', '', kind),
    drawQr(pass.qr),
    createTextElement('p', 'code', formatCode(pass.code)),
    createTextElement('p', 'days', days),
    createTextElement('p', 'hours', zone ? `${hours} (${zone} time)` : hours),
    createTextElement('p', 'way', pass.howToGetIn),
  )
}

function showMessage(title: string, text: string, retry = false): void {
  const messageElements = [createTextElement('h1', '', title), createTextElement('p', '', text)]
  if (retry) {
    const retryButton = createTextElement('button', 'again', 'Try again')
    retryButton.addEventListener('click', () => void loadAndShowPass())
    messageElements.push(retryButton)
  }
  mainElement?.replaceChildren(...messageElements)
}

function createTextElement(name: string, className: string, text: string): HTMLElement {
  const element = Object.assign(document.createElement(name), { className })
  element.textContent = text
  return element
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'

function drawQr({ size, path }: NonNullable<PublicPass['qr']>): SVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg')
  const qrPath = document.createElementNS(SVG_NAMESPACE, 'path')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('class', 'qr')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', 'QR code for the gate')
  qrPath.setAttribute('d', path)
  svg.append(qrPath)
  return svg
}
