import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangePassword } from '#features/account/change-password.tsx'
import { Sessions } from '#features/account/sessions.tsx'
import { NewsSection } from '#features/news/news-section.tsx'
import { useResident, tenantQuery } from '#lib/api/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { Bar, RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { Opening } from '#ui/overlays/opening.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { ProfileForm } from './profile-form.tsx'

const TermsSheet = lazy(() => import('./terms-sheet.tsx'))

/** The resident's settings (rules 15.16). */
export default function SettingsPage() {
  const { id } = useResident()
  const navigate = useNavigate()
  const tenant = useQuery(tenantQuery(id))
  const [terms, setTerms] = useState(false)
  return (
    <>
      <PageHead title="Profile Settings" lead="Your details, your news and your password." />
      <div className="settings stack gap-6">
        <section aria-labelledby="profile-title">
          <h2 id="profile-title">Profile</h2>
          {tenant.data ? (
            <ProfileForm tenant={tenant.data} />
          ) : (
            <QueryState query={tenant} title="We could not load your profile">
              <div className="profile stack gap-4">
                <Bar width="100%" height={114} />
                <Bar width="100%" height={232} />
                <RecordSkeleton count={2} />
              </div>
            </QueryState>
          )}
        </section>
        <NewsSection area="client" />
        <section aria-labelledby="password-title">
          <h2 id="password-title">Change Password</h2>
          <ChangePassword onChanged={() => void navigate('/')} />
        </section>
        <Sessions />
        <section aria-labelledby="terms-heading">
          <h2 id="terms-heading">Terms and Conditions</h2>
          <p className="muted">What you agreed to when you logged in.</p>
          <Button icon={FileText} onClick={() => setTerms(true)}>
            Read the terms
          </Button>
        </section>
      </div>
      {terms && (
        <Suspense fallback={<Opening />}>
          <TermsSheet onClose={() => setTerms(false)} />
        </Suspense>
      )}
    </>
  )
}
