import { expect, test } from 'vitest'
import { formatBrowserTitle, toPublicSettings } from './public-settings.ts'

test('name/value pairs become settings, with addresses for files', () => {
  const settings = toPublicSettings([
    { name: 'websiteName', value: 'Capiz Towers' },
    { name: 'websiteLogo', value: 'logo/a.png', src: '/files/logo/a.png' },
    { name: 'websiteLoginBackgroundImage', value: 'logo/b.png', src: 'https://files.example/b.png' },
    { name: 'isUnderMaintenance', value: '1' },
    { name: 'maintenanceMessage', value: 'Back at five.' },
  ])
  expect(settings).toMatchObject({
    name: 'Capiz Towers',
    logo: '/files/logo/a.png',
    loginBackground: 'https://files.example/b.png',
    underMaintenance: true,
    maintenanceMessage: 'Back at five.',
  })
})

test('without settings the portal is open and has its default name', () => {
  expect(toPublicSettings([])).toMatchObject({ name: 'Tahanan', underMaintenance: false })
  expect(toPublicSettings([{ name: 'websiteName', value: '' }]).name).toBe('Tahanan')
})

test("the browser's title names community and area", () => {
  expect(formatBrowserTitle('client', 'Tahanan')).toBe('Tahanan')
  expect(formatBrowserTitle('admin', 'Tahanan')).toBe('Tahanan Admin')
  expect(formatBrowserTitle('super-admin', 'Tahanan')).toBe('Tahanan Super Admin')
})
