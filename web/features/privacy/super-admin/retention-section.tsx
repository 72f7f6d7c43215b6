import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import type { ErrorConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { RetentionPeriods } from '@tahanan/contract/privacy/periods-answer.ts'
import { retentionPeriodsForm } from '@tahanan/contract/privacy/retention-periods-form.ts'

const RETENTION_QUERY_KEY = ['retention-periods']
const periodsQuery = createApiQuery<RetentionPeriods>(
  RETENTION_QUERY_KEY,
  '/retention-periods',
  {},
  { staleTime: 0 },
)

const RETENTION_CONFIRMATIONS: ErrorConfirmations = {
  shorterPeriods: {
    field: 'confirmedRows',
    title: 'Keep this data for a shorter time?',
    okText: 'Save',
    cancelText: 'Keep editing',
  },
}

/** Form that sets how long each kind of data is kept before it is deleted (rules 26.7). */
export function RetentionSection() {
  const query = useQuery(periodsQuery)
  return query.data ? (
    <RetentionForm savedPeriods={query.data} />
  ) : (
    <QueryState query={query} title="We could not load the periods" />
  )
}

function RetentionForm({ savedPeriods }: { savedPeriods: RetentionPeriods }) {
  const form = useSettingsForm({
    name: 'retention periods',
    form: retentionPeriodsForm,
    saved: savedPeriods,
    questions: RETENTION_CONFIRMATIONS,
    send: (changes, version) => api.put('/retention-periods', { ...changes, updated_at: version }),
    staleQueries: [RETENTION_QUERY_KEY],
    onSaved: () => toast.success('Retention periods saved'),
  })
  return (
    <SettingsForm form={form} className="periods stack gap-4" title="Retention" submitLabel="Save periods">
      <p className="minor">
        What is older is removed within six hours, for good. The audit log says how much it was.
      </p>
      <FormFields form={form} balanced />
    </SettingsForm>
  )
}
