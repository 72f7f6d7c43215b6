import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLoginName } from '#lib/api/me.ts'
import { getCurrentArea, getHomePath } from '#lib/api/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { describeDrafts } from '#ui/forms/drafts.ts'
import { copyText } from '#ui/overlays/copy-text.ts'
import { EmptyState } from '#ui/states.tsx'

/** Returns the path of the 'not found' page, to which unknown paths redirect (rules 15.2). */
function getNotFoundPath(): string {
  const homePath = getHomePath(getCurrentArea())
  return homePath === '/' ? '/404' : `${homePath}/404`
}

const REDIRECT_DELAY_MS = 1500

interface NotFoundProps {
  /**
   * True if the page exists but this account may not open it. Then the user stays at this address, so that
   * the page appears as soon as access is given.
   */
  isForbidden?: boolean
}

export function NotFound({ isForbidden }: NotFoundProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const notFoundPath = getNotFoundPath()
  useEffect(() => {
    if (isForbidden || pathname === notFoundPath) return undefined
    const timer = setTimeout(() => void navigate(notFoundPath, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isForbidden, pathname, navigate, notFoundPath])
  return (
    <MissingPage title="Page Not Found">
      Sorry, this page is not available or under construction at the moment.
    </MissingPage>
  )
}

export function AccessChanged() {
  const account = useLoginName()
  const [draftText, setTyped] = useState('')
  // Reads the drafts a moment later, because the replaced page saves its input as a draft first.
  useEffect(() => {
    const timer = setTimeout(() => setTyped(describeDrafts(account)))
    return () => clearTimeout(timer)
  }, [account])
  return (
    <MissingPage
      title="Your access changed"
      footer={
        draftText !== '' && (
          <section className="tile typed" aria-label="What you typed">
            <p className="help">What you typed is kept in this tab. Copy it if you need it.</p>
            <p>{draftText}</p>
            <Button icon={Copy} onClick={() => void copyText(draftText, 'Copied.')}>
              Copy
            </Button>
          </section>
        )
      }
    >
      You can no longer open this page. Ask whoever manages access if you still need it.
    </MissingPage>
  )
}

interface MissingPageProps {
  title: string
  children: ReactNode
  footer?: ReactNode
}

function MissingPage({ title, children, footer }: MissingPageProps) {
  const navigate = useNavigate()
  const homeButton = (
    <Button kind="primary" onClick={() => void navigate(getHomePath(getCurrentArea()))}>
      Go home
    </Button>
  )
  return (
    <div className="not-found">
      <EmptyState title={title} level={1} action={homeButton}>
        {children}
      </EmptyState>
      {footer}
    </div>
  )
}
