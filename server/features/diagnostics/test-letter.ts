import type { Letter } from '#platform/mail/letter.ts'
import { describeVersion } from '#platform/version.ts'

/** Returns the mail that shows that mail works (rules 11.24). */
export function testLetter(name: string, community: string, url: string): Letter {
  return {
    subject: `Test mail of ${community}`,
    community,
    greeting: `Dear ${name},`,
    paragraphs: [
      'You asked for this mail on the page Diagnostics. If you read it in your inbox, the mail server and the sender ' +
        'are set right. If it lies in the folder of junk mail, the domain of the sender needs SPF and DKIM.',
    ],
    facts: [['Sent by', describeVersion()]],
    action: { label: 'Open the portal', url: `${url}/super-admin` },
    from: 'Property Management Office',
  }
}
