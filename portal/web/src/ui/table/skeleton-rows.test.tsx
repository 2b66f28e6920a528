import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { startI18n } from '../../i18n/i18n.ts';
import { SkeletonRows } from './rows.tsx';
import { column } from './column-kinds.tsx';

it('announce once that the table is loading, not in every cell', async () => {
  await startI18n();
  const columns = ['名称', '规格'].map((title) => column(title, title, () => null));
  render(<SkeletonRows title="实例" columns={columns} />);
  expect(screen.getByRole('grid', { name: '实例' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('cell').length).toBeGreaterThan(2);
  expect(screen.getAllByText('加载中')).toHaveLength(1);
});
