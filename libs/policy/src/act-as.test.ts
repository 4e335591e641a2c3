import { describe, expect, it } from '@jest/globals';
import type { Role } from '@strata/contracts/schemas/organization';
import { mayActAs } from './act-as.ts';

const as = (role: Role | null, ...teamIds: string[]) => ({ userId: 'usr_a', role, teamIds });
const ofTeam = { teamId: 'team_a', createdBy: 'usr_a' };
const own = { teamId: null, createdBy: 'usr_a' };

describe('A user may act as an agent identity', () => {
  it('of their team, if they may update agents', () => {
    expect(mayActAs(as('developer', 'team_a'), ofTeam)).toBe(true);
    for (const member of [as('developer'), as('developer', 'team_b'), as('analyst', 'team_a'), as(null, 'team_a')])
      expect(mayActAs(member, ofTeam)).toBe(false);
  });

  it('without a team that they created, if they may update agents', () => {
    expect(mayActAs(as('developer'), own)).toBe(true);
    expect(mayActAs(as('developer', 'team_a'), { ...own, createdBy: 'usr_b' })).toBe(false);
    expect(mayActAs(as('developer'), { ...own, createdBy: null })).toBe(false);
    for (const role of ['analyst', 'viewer', null] as const) expect(mayActAs(as(role), own)).toBe(false);
  });

  it('of the whole organization, if they manage all agents', () => {
    for (const role of ['manager', 'admin', 'owner'] as const)
      for (const agent of [ofTeam, own, { teamId: null, createdBy: null }])
        expect(mayActAs(as(role), agent)).toBe(true);
  });
});
