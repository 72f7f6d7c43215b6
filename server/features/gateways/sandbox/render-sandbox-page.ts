import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml } from '#platform/escape-html.ts'
import { DIST } from '#platform/http/web-app/serve-web-app.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { GATEWAY_LABELS } from '../gateway-config.ts'
import type { SandboxTransaction } from './sandbox-transaction.ts'

const STATUS_TEXTS: Readonly<Record<SandboxTransaction['status'], string>> = {
  created: '',
  pending: 'This payment is pending. It can still be paid.',
  paid: 'This payment is paid. It cannot be changed any more.',
  failed: 'This payment failed. It cannot be changed any more.',
  cancelled: 'This payment was cancelled. It cannot be changed any more.',
}

export async function renderSandboxPage(
  transaction: SandboxTransaction,
  { community, action }: { community: string; action: string },
): Promise<string> {
  const { gateway, amount, description, reference, txnId, email, status } = transaction
  const label = GATEWAY_LABELS[gateway]
  const isOpen = status === 'created' || status === 'pending'
  const paymentFacts = [
    ['Paid to', community],
    ['For', description],
    ['Email', email],
    ['Reference', reference],
    ['Transaction', txnId],
  ] as const
  const sandboxMark =
    '<p class="sandbox-mark"><strong>SANDBOX: no real money</strong> ' +
    `This page stands in the place of ${escapeHtml(label)}.</p>`
  const rows = paymentFacts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
  return `<!doctype html>
<html lang="en" data-theme="light" data-density="comfort" data-session>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Sandbox: ${escapeHtml(label)}</title>
    ${await loadWebAppLinks()}
    <style>${SANDBOX_STYLE}</style>
  </head>
  <body>
    <main class="sandbox">
      ${sandboxMark}
      <h1>Pay with ${escapeHtml(label)}</h1>
      <p class="sandbox-amount">${escapeHtml(formatPesos(amount))}</p>
      <dl>${rows.join('')}</dl>
      ${STATUS_TEXTS[status] === '' ? '' : `<p class="sandbox-chosen">${STATUS_TEXTS[status]}</p>`}
      <form method="post" action="${escapeHtml(action)}">${isOpen ? CHOICE_BUTTONS : BACK_BUTTON}</form>
    </main>
  </body>
</html>
`
}

const renderButton = (choice: string, label: string, kind: string) =>
  `<button class="btn block ${kind}" type="submit" name="choice" value="${choice}">${label}</button>`
const CHOICE_BUTTONS = [
  renderButton('paid', 'Paid', 'primary'),
  renderButton('pending', 'Pending', 'default'),
  renderButton('failed', 'Failed', 'default'),
  renderButton('cancelled', 'Cancel', 'quiet'),
].join('')
// Button that is shown after a final choice. It only leads back to the portal: its value 'paid' has no
// effect, because a final choice cannot change.
const BACK_BUTTON = renderButton('paid', 'Back to the portal', 'primary')

/**
 * Loads the links to the style sheet and icon from the built page, because their file names change with each
 * build. Returns an empty text without a build.
 */
async function loadWebAppLinks(): Promise<string> {
  const page = await readFile(join(DIST, 'index.html'), 'utf8').catch(() => '')
  return (page.match(/<link rel="(?:stylesheet|icon)"[^>]*>/g) ?? []).join('\n    ')
}

/** Inline style of the page. The page's content-security policy contains its hash. */
export const SANDBOX_STYLE = `
  .sandbox {
    max-width: 480px; min-height: 100dvh; margin: 0 auto; padding: 24px;
    display: flex; flex-direction: column; gap: 16px;
  }
  .sandbox-mark {
    padding: 12px 16px; border: 1px dashed var(--gold-edge, #ecd289); border-radius: var(--radius, 10px);
    background: var(--gold-tint, #fdf1cd); color: var(--gold, #765000);
    font-size: var(--text-small, 0.875rem); line-height: 1.25rem;
  }
  .sandbox-mark strong { display: block; }
  .sandbox h1 { font-size: var(--text-title, 1.375rem); }
  .sandbox-amount {
    font-size: var(--text-figure, 2.5rem); line-height: 2.75rem; font-weight: 700;
    font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
  }
  .sandbox dl {
    margin: 0; padding: 4px 16px; border-radius: var(--radius-card, 16px); background: var(--surface, #fffefc);
  }
  .sandbox dl div {
    display: flex; justify-content: space-between; gap: 16px; padding: 10px 0;
    border-bottom: 1px solid var(--line, #e0dbd1);
    font-size: var(--text-small, 0.875rem); line-height: 1.25rem;
  }
  .sandbox dl div:last-child { border-bottom: 0; }
  .sandbox dt { flex: none; color: var(--ink-muted, #48544e); }
  .sandbox dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  .sandbox-chosen { color: var(--ink-muted, #48544e); }
  .sandbox form { display: grid; gap: 12px; margin-top: 8px; }
`
