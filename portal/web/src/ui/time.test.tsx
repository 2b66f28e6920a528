import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Time } from './time.tsx';

it('shows times in lists to the minute, with seconds in the title', () => {
  render(<Time at="2026-11-21T09:30:47.000Z" />);
  const time = screen.getByText(/:30/);
  expect(time).not.toHaveTextContent(/:47/);
  expect(time.title).toMatch(/:30:47/);
});
