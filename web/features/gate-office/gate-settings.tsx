import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input, TextArea } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { GateSettings as Settings } from '@tahanan/contract/gate/answers.ts'
import { gateSettingsQuery, SETTINGS } from './calls.ts'

/** Hours of passes, the text on how to get in, and the time for the answer to a walk-in (rules 24.2). */
export function GateSettings() {
  const query = useQuery(gateSettingsQuery)
  return (
    <section aria-labelledby="gate-settings">
      <h2 id="gate-settings">Passes and walk-ins</h2>
      <p className="lead">Changed hours count for passes that are made later.</p>
      {query.data ? (
        <SettingsForm saved={query.data} />
      ) : (
        <QueryState query={query} title="The settings could not be read" />
      )}
    </section>
  )
}

function SettingsForm({ saved }: { saved: Settings }) {
  const form = useSettingsForm<Settings>({
    saved,
    check: () => ({}),
    send: async (changes) => {
      queryClient.setQueryData(SETTINGS, await api.put<Settings>('/gate-settings', { ...saved, ...changes }))
      toast.success('Settings of the gate saved')
    },
  })
  const { values, errors } = form
  const control = (name: keyof Settings) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string; type: string } }) => {
      form.change({ [name]: target.type === 'number' ? Number(target.value) : target.value })
      form.clearErrors()
    },
  })
  return (
    <SubmitForm className="gate-settings" onSubmit={(element) => void form.submit(element)}>
      <Field label="A visitor may come in, hours before the visit" error={errors.visitHoursBefore}>
        <Input type="number" min={0} max={24} {...control('visitHoursBefore')} />
      </Field>
      <Field label="Walk-ins: seconds in which the unit answers" error={errors.walkInSeconds}>
        <Input type="number" min={15} max={600} {...control('walkInSeconds')} />
      </Field>
      <Field label="Work permits from" error={errors.workFrom}>
        <Input type="time" {...control('workFrom')} />
      </Field>
      <Field label="Work permits until" error={errors.workTo}>
        <Input type="time" {...control('workTo')} />
      </Field>
      <Field label="How to get in" className="wide" help="Shown with every pass." error={errors.howToGetIn}>
        <TextArea rows={3} maxLength={500} {...control('howToGetIn')} />
      </Field>
      <div className="acts">
        <Button kind="primary" type="submit" busy={form.busy} disabled={!form.isChanged}>
          Save settings
        </Button>
      </div>
    </SubmitForm>
  )
}
