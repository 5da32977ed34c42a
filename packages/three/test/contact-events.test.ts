import { BoxGeometry, Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import {
  ContactEvents,
  createBackgroundCollider,
  SelfCollider,
  SelfCollisionHelper,
  type TrackedPlace,
} from '../src/index.ts';
import { foldSheet, makeSheet } from './scenes.ts';

/** A floor with two posts, each moved on its own. */
function makeRoom() {
  const floor = new Mesh(new BoxGeometry(10, 1, 10));
  const posts = [-3, 3].map((x) => {
    const post: Mesh = new Mesh(new BoxGeometry(0.5, 2, 0.5));
    post.position.set(x + 0.11, 3, 0.07);
    return post;
  });
  return { floor, posts, collider: new SelfCollider([floor, ...posts]) };
}

describe('ContactEvents', () => {
  it('tells start and end of every place, with both objects, once', () => {
    const { floor, posts, collider } = makeRoom();
    const log: string[] = [];
    const name = ({ id, objects }: TrackedPlace) =>
      `${id} ${objects.map((mesh) => (mesh === floor ? 'floor' : `post ${posts.indexOf(mesh!)}`)).join(' ')}`;
    const events = new ContactEvents(collider, {
      onStart: (place) => log.push(`start ${name(place)}`),
      onEnd: (place) => log.push(`end ${name(place)}`),
      patience: 0,
    });
    const step = (left: number, right: number) => {
      posts[0].position.y = left;
      posts[1].position.y = right;
      events.update(collider.update().findIntersections());
      return log.splice(0);
    };
    expect(step(3, 3)).toEqual([]);
    expect(step(1.2, 3)).toEqual(['start 0 floor post 0']);
    expect(step(1.1, 3)).toEqual([]);
    expect(step(1, 1.2)).toEqual(['start 1 floor post 1']);
    expect(events.places.map(({ id }) => id)).toEqual([0, 1]);
    expect(events.places[1].center[0]).toBeCloseTo(3.11, 1);
    expect(step(3, 1)).toEqual(['end 0 floor post 0']);
    expect(step(1, 3)).toEqual(['end 1 floor post 1', 'start 2 floor post 0']);
  });

  it('waits before it says that a place ended', () => {
    const { posts, collider } = makeRoom();
    let ends = 0;
    let starts = 0;
    const events = new ContactEvents(collider, { onStart: () => starts++, onEnd: () => ends++ });
    for (const y of [1, 3, 3, 1, 3, 1, 3, 3]) {
      posts[0].position.y = y;
      events.update(collider.update().findIntersections());
    }
    expect([starts, ends]).toEqual([1, 0]);
    events.update(collider.findIntersections());
    expect([starts, ends]).toEqual([1, 1]);
    expect(() => new ContactEvents(collider, { patience: -1 })).toThrow(
      'ContactEvents: patience must be a whole number from 0, got -1.',
    );
  });

  it('follows one place that slides over the surface', () => {
    const { posts, collider } = makeRoom();
    const ids = new Set<number>();
    const events = new ContactEvents(collider);
    posts[0].position.y = 1;
    for (let x = -3; x < -2; x += 0.05) {
      posts[0].position.x = x;
      events.update(collider.update().findIntersections());
      for (const { id } of events.places) ids.add(id);
    }
    expect([...ids]).toEqual([0]);
  });
});

describe('places', () => {
  it('are the same from a background collider, whose contacts the helper draws', async () => {
    const geometry = makeSheet(20);
    const collider = new SelfCollider(geometry);
    const background = await createBackgroundCollider(geometry);
    foldSheet(geometry, makeSheet(20));
    const found = await background.find();
    const own = collider.update().places();
    expect(own.length).toBeGreaterThan(0);
    expect(own.reduce((sum, { contacts }) => sum + contacts.length, 0)).toBe(found.count);
    expect(background.places(found).map(({ contacts }) => contacts.length)).toEqual(
      own.map(({ contacts }) => contacts.length),
    );
    const drawn = (helper: SelfCollisionHelper) =>
      helper.children.map((part) => [...(part as Mesh).geometry.getAttribute('position').array.slice(0, 30)]);
    const helper = new SelfCollisionHelper(background);
    expect(() => helper.update()).toThrow('contacts of a background collider must be given');
    expect(drawn(helper.update(found))).toEqual(drawn(new SelfCollisionHelper(collider).update()));
    // the pose that was searched is drawn, wherever the mesh is meanwhile
    foldSheet(geometry, makeSheet(20), 0.1);
    expect(drawn(helper.update(found))).toEqual(drawn(new SelfCollisionHelper(collider).update()));
    const balls = new SelfCollisionHelper(background, { markers: 'spheres' }).update(found);
    expect(balls.children.at(-1)).toMatchObject({ isInstancedMesh: true, count: found.count });
    balls.dispose();
  });
});
