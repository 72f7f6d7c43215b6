import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toInstant } from '#lib/time.ts'
import type { FormAction } from '@tahanan/contract/forms/fields.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { FormFields } from './form-fields.tsx'
import { useForm } from './use-form.ts'

function PermitFields({ action }: { action: FormAction }) {
  const record = { dateFrom: toInstant('2026-03-14'), dateTo: 'soon' }
  const form = useForm({ form: getModule('workPermit'), writer: 'resident', action, record })
  return <FormFields form={form} visibleKeys={['dateFrom', 'dateTo']} />
}

test('the edit form of a work permit shows its dates also in long format (rules 13.16)', () => {
  const markup = renderToStaticMarkup(<PermitFields action="update" />)
  expect(markup).toContain('value="2026-03-14"')
  expect(markup.match(/<p class="help"[^>]*>[^<]*/g)?.map((help) => help.replace(/.*>/, ''))).toEqual([
    'Saturday, 14 March 2026',
  ])
  expect(renderToStaticMarkup(<PermitFields action="create" />)).not.toContain('class="help"')
})
