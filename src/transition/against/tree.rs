//! A mover against one polygon tree.

use glam::Vec3;

use crate::bsp::adjust_to_plane::adjust_to_plane;
use crate::bsp::solid::SolidHit;
use crate::bsp::walkable::{Slope, Walked};
use crate::bsp::{Struck, Tree};
use crate::constants::EPSILON_WIDE;
use crate::geometry::polygon_adjust::{CenterCheck, CenterIn};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Plane, Position, Sphere};
use crate::ids::{PolygonId, Surface};
use crate::outcome::Outcome;
use crate::policy::{ClipNormal, Row};
use crate::probe::{BodySphere, Branch, Event, NormalSource, Probe, SupportSource};
use crate::transition::mover::MoverFlags;
use crate::transition::result::{AdjustSummary, Hit};
use crate::transition::sphere_path::{InsertType, Walkable};
use crate::transition::sweep::Transition;
use crate::world::{Object, Part};

/// A tree where it stands, with the mover in its space.
#[derive(Clone, Copy)]
struct Asked<'a> {
    tree: &'a Tree,
    /// Whose tree it is, for reports.
    surface: Option<Surface>,
    /// Where the tree's space stands.
    place: Position,
    scale: f32,
    /// Foot and head at the check position.
    spheres: [Sphere; 2],
    /// The foot's centre at the current position.
    start: Vec3,
    /// The foot's way so far; it is used for the head too.
    movement: Vec3,
    /// World up.
    up: Vec3,
}

impl Asked<'_> {
    /// A polygon's plane in the block of `check`. Quirk: the scale multiplies the finished distance.
    ///
    /// # Source
    /// spec/bsp.md 1, `Plane::localtoglobal` 0x005AA0A0.
    fn global_plane(&self, plane: Plane, check: &Position) -> Plane {
        let global = check.plane_to_block(&self.place, plane);
        Plane {
            offset: global.offset * self.scale,
            ..global
        }
    }
}

impl<'a, P: Probe> Transition<'a, P> {
    /// Tests the mover at its check position against a part of `object`.
    ///
    /// # Source
    /// spec/bsp.md 10.1, 10.2, `CPhysicsPart::find_obj_collisions` 0x0050D8D0.
    pub(crate) fn against_part(
        &mut self,
        surface: Surface,
        object: &'a Object,
        part: &'a Part,
    ) -> Outcome {
        let (place, scale) = object.part_place(part, !self.policy.is_ace(Row::L27));
        self.against_placed(Some(surface), &part.tree, place, scale)
    }

    /// Tests the mover against a tree that stands at `place`.
    ///
    /// The root sphere, around its own centre, is the only early exit: no filter by an object's origin.
    ///
    /// # Source
    /// spec/bsp.md 10.2, `CGfxObj::find_obj_collisions` 0x00534700.
    pub(crate) fn against_placed(
        &mut self,
        surface: Option<Surface>,
        tree: &'a Tree,
        place: Position,
        scale: f32,
    ) -> Outcome {
        let mover = self.mover;
        self.path.cache_local(&mover, place, scale);
        let root = tree.root_sphere();
        let near = |sphere: &Sphere| {
            let apart = length(wide(root.center) - wide(sphere.center));
            let reach = f64::from(root.radius) + f64::from(sphere.radius);
            apart * apart - reach * reach < EPSILON_WIDE
        };
        if self.path.local.spheres[..mover.sphere_count]
            .iter()
            .any(near)
        {
            self.ask_tree(surface, tree)
        } else {
            Outcome::Ok
        }
    }

    /// Asks a tree whose space is the cached one; an initial placement is pushed out instead.
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    pub(crate) fn ask_tree(&mut self, surface: Option<Surface>, tree: &'a Tree) -> Outcome {
        if self.path.insert_type == InsertType::InitialPlacement {
            self.push_out_of(tree)
        } else {
            self.find_collisions(surface, tree)
        }
    }

    /// A tree and the mover, in the cached space.
    fn asked(&self, surface: Option<Surface>, tree: &'a Tree) -> Asked<'a> {
        let local = self.path.local;
        Asked {
            tree,
            surface,
            place: local.position,
            scale: local.scale,
            spheres: local.spheres,
            start: local.current[0],
            movement: narrow(wide(local.spheres[0].center) - wide(local.current[0])),
            up: local.up,
        }
    }

    /// The dispatcher: the first branch that fits answers. The space of `tree` must be the cached one
    /// ([`cache_local`](crate::transition::sphere_path::SpherePath::cache_local)).
    ///
    /// # Source
    /// spec/bsp.md 6.1, `find_collisions` 0x0053A440.
    pub fn find_collisions(&mut self, surface: Option<Surface>, tree: &'a Tree) -> Outcome {
        let asked = &self.asked(surface, tree);
        let flags = self.mover.flags;
        let branch =
            if self.path.insert_type == InsertType::Placement || self.path.obstruction_ethereal {
                Branch::Placement
            } else if self.path.check_walkable {
                Branch::CheckWalkable
            } else if self.path.step_down {
                Branch::StepDown
            } else if self.path.collide {
                Branch::Collide
            } else if flags.has(MoverFlags::CONTACT) {
                Branch::Contact
            } else if flags.has(MoverFlags::PATH_CLIPPED) {
                Branch::PathClipped
            } else {
                Branch::Airborne
            };
        self.probe.note(|| Event::BranchTaken { branch });
        match branch {
            Branch::Placement => self.is_place_taken(asked),
            Branch::CheckWalkable => self.is_ground_below(asked),
            Branch::StepDown => self.down_on_tree(asked),
            Branch::Collide => self.land_on_tree(asked),
            Branch::Contact => self.grounded_against_tree(asked),
            Branch::PathClipped => self.clipped_against_tree(asked),
            Branch::Airborne => self.airborne_against_tree(asked),
        }
    }

    /// Says that what follows is about the sphere `index` (0: foot); of a mover of one sphere that needs no word.
    fn tell_sphere(&mut self, asked: &Asked<'_>, index: usize) {
        if self.mover.sphere_count < 2 {
            return;
        }
        let world = self.world;
        self.probe.note(|| {
            let local = narrow(wide(asked.spheres[index].center) * f64::from(asked.scale));
            Event::SphereAsked {
                sphere: match index {
                    0 => BodySphere::Foot,
                    _ => BodySphere::Head,
                },
                center: world.to_scene(asked.place.cell, asked.place.frame.to_global(local)),
            }
        });
    }

    /// Whether the sphere `index` approaches a polygon; touched ones are left in the second part.
    fn strikes(&mut self, asked: &Asked<'_>, index: usize, struck: &mut Struck) -> bool {
        self.tell_sphere(asked, index);
        asked.tree.sphere_intersects_poly(
            &asked.spheres[index],
            asked.movement,
            struck,
            self.policy,
            self.probe,
        )
    }

    /// The normal of a polygon of the asked tree, in the world.
    fn normal_of(&self, asked: &Asked<'_>, polygon: Option<PolygonId>) -> Vec3 {
        let normal = polygon
            .and_then(|id| asked.tree.polygon(id))
            .map_or(Vec3::ZERO, |p| p.plane.normal);
        asked.place.frame.vector_to_global(normal)
    }

    /// Whether the centre counts as taken when it is in solid matter.
    ///
    /// # Source
    /// spec/bsp.md 6.1 branch 1 and 6.8.
    fn center_check(&self) -> CenterCheck {
        if self.path.building_check && self.path.hits_interior_cell {
            CenterCheck::Off
        } else {
            CenterCheck::On
        }
    }

    /// Branch 1.
    fn is_place_taken(&mut self, asked: &Asked<'_>) -> Outcome {
        let check = self.center_check();
        let taken = (0..self.mover.sphere_count).any(|i| {
            self.tell_sphere(asked, i);
            asked
                .tree
                .sphere_intersects_solid(&asked.spheres[i], check, self.policy, self.probe)
        });
        if taken {
            Outcome::Collided
        } else {
            Outcome::Ok
        }
    }

    /// Branch 2: Collided means that there is ground.
    ///
    /// # Source
    /// spec/bsp.md 6.2, 0x00539ED0.
    fn is_ground_below(&mut self, asked: &Asked<'_>) -> Outcome {
        let slope = self.slope(asked);
        self.tell_sphere(asked, 0);
        let found = asked
            .tree
            .hits_walkable(&asked.spheres[0], slope, self.policy, self.probe);
        if found {
            Outcome::Collided
        } else {
            Outcome::Ok
        }
    }

    fn slope(&self, asked: &Asked<'_>) -> Slope {
        Slope {
            up: asked.up,
            allowance: self.path.walkable_allowance,
        }
    }

    /// Branch 3.
    ///
    /// # Source
    /// spec/bsp.md 6.3, `step_sphere_down` 0x0053A210.
    fn down_on_tree(&mut self, asked: &Asked<'a>) -> Outcome {
        let amount = f64::from(self.path.step_down_amount) * f64::from(self.path.walk_interp);
        let movement = narrow(wide(asked.up) * -amount / f64::from(asked.scale));
        self.rest_on_tree(asked, movement)
    }

    /// Branch 4.
    ///
    /// # Source
    /// spec/bsp.md 6.4.
    fn land_on_tree(&mut self, asked: &Asked<'a>) -> Outcome {
        self.rest_on_tree(asked, asked.movement)
    }

    /// Moves the foot back along `movement` onto the highest ground, and stands on it.
    fn rest_on_tree(&mut self, asked: &Asked<'a>, movement: Vec3) -> Outcome {
        let mut walked = Walked {
            sphere: asked.spheres[0],
            interp: self.path.walk_interp,
            polygon: None,
        };
        let slope = self.slope(asked);
        self.tell_sphere(asked, 0);
        let found = asked
            .tree
            .find_walkable(&mut walked, movement, slope, self.policy, self.probe);
        let Some(polygon) = walked
            .polygon
            .and_then(|id| asked.tree.polygon(id))
            .filter(|_| found)
        else {
            return Outcome::Ok;
        };
        self.path.walk_interp = walked.interp;
        let way = wide(walked.sphere.center) - wide(asked.spheres[0].center);
        let shift = asked.place.frame.rotation.apply(way) * f64::from(asked.scale);
        let valid = self.path.cell_array_valid;
        self.path.add_offset(narrow(shift));
        if self.path.step_down && self.policy.is_ace(Row::L25) {
            self.path.cell_array_valid = valid;
        }
        let plane = asked.global_plane(polygon.plane, &self.path.check);
        let cell = self.path.check.cell;
        self.set_contact(plane, false, cell, SupportSource::Query);
        self.path.walkable = Some(Walkable {
            polygon,
            sphere: walked.sphere,
            up: asked.up,
            position: asked.place,
            scale: asked.scale,
        });
        let (surface, id) = (asked.surface, walked.polygon.unwrap_or_default());
        self.probe.note(|| Event::WalkableFound {
            object: surface.and_then(Surface::object),
            part: surface.and_then(Surface::part),
            cell: surface.and_then(Surface::cell),
            polygon: id,
            normal: plane.normal,
        });
        Outcome::Adjusted
    }

    /// Branch 5: a standing mover steps up on what its foot meets and slides along what its head meets.
    fn grounded_against_tree(&mut self, asked: &Asked<'_>) -> Outcome {
        let mut foot = Struck::default();
        if self.strikes(asked, 0, &mut foot) {
            let normal = self.normal_of(asked, foot.polygon);
            self.report_hit(asked, foot.polygon, foot.contact, normal);
            return self.step_up_or_slide(normal);
        }
        if self.mover.sphere_count > 1 {
            let mut head = Struck::default();
            if self.strikes(asked, 1, &mut head) {
                let normal = self.normal_of(asked, head.polygon);
                self.report_hit(asked, head.polygon, head.contact, normal);
                // The foot slides even when the head was hit.
                let center = self.path.check_spheres[0].center;
                return self.slide(center, normal, 0);
            }
            if head.polygon.is_some() {
                self.negative(self.normal_of(asked, head.polygon), false);
            } else if foot.polygon.is_some() {
                self.negative(self.normal_of(asked, foot.polygon), true);
            }
        }
        Outcome::Ok
    }

    /// A touched polygon that is not approached waits until everybody else said Ok.
    ///
    /// # Source
    /// spec/bsp.md 3, `SET_NEG` 0x005398E0.
    fn negative(&mut self, normal: Vec3, step_up: bool) {
        self.path.negative_hit = true;
        self.path.negative_step_up = step_up;
        self.path.negative_normal = narrow(-wide(normal));
    }

    /// Branch 6: a polygon that is touched but not approached stops a clipped mover as well. ACE also asks its head (L-09).
    fn clipped_against_tree(&mut self, asked: &Asked<'_>) -> Outcome {
        let mut foot = Struck::default();
        self.strikes(asked, 0, &mut foot);
        if let Some(polygon) = foot.polygon {
            return self.collide_with_point(asked, polygon, foot.contact);
        }
        if self.policy.is_ace(Row::L09) {
            self.head_against_tree(asked)
        } else {
            Outcome::Ok
        }
    }

    /// Branch 7: a foot in the air may land, a head stops.
    fn airborne_against_tree(&mut self, asked: &Asked<'_>) -> Outcome {
        let mut foot = Struck::default();
        self.strikes(asked, 0, &mut foot);
        if foot.polygon.is_some() {
            let normal = self.normal_of(asked, foot.polygon);
            self.report_hit(asked, foot.polygon, foot.contact, normal);
            return self.latch(normal);
        }
        self.head_against_tree(asked)
    }

    /// The second half of branch 7.
    fn head_against_tree(&mut self, asked: &Asked<'_>) -> Outcome {
        if self.mover.sphere_count < 2 {
            return Outcome::Ok;
        }
        let mut head = Struck::default();
        self.strikes(asked, 1, &mut head);
        if head.polygon.is_none() {
            return Outcome::Ok;
        }
        let normal = self.normal_of(asked, head.polygon);
        self.report_hit(asked, head.polygon, head.contact, normal);
        self.write_normal(normal, NormalSource::Contact);
        Outcome::Collided
    }

    /// Stops at the polygon: with perfect clip at the touch time, otherwise where the step began.
    ///
    /// # Source
    /// spec/bsp.md 6.6, `collide_with_pt` 0x0053a090.
    fn collide_with_point(
        &mut self,
        asked: &Asked<'_>,
        first: PolygonId,
        contact: Vec3,
    ) -> Outcome {
        if !self.mover.flags.has(MoverFlags::PERFECT_CLIP) {
            let normal = self.normal_of(asked, Some(first));
            self.report_hit(asked, Some(first), contact, normal);
            self.write_normal(normal, NormalSource::Contact);
            return Outcome::Collided;
        }
        let mut sphere = asked.spheres[0];
        let mut struck = Struck {
            polygon: Some(first),
            contact,
        };
        let result = adjust_to_plane(
            asked.tree,
            &mut sphere,
            asked.start,
            &mut struck,
            self.policy,
            self.probe,
        );
        self.adjust = Some(AdjustSummary {
            success: result.success,
            time: result.time,
            rounds: result.rounds,
        });
        if !result.success {
            // Collided without a normal: the validation will make one up.
            self.hit = asked.surface.map(|surface| Hit {
                surface,
                polygon: first,
            });
            return Outcome::Collided;
        }
        let blocker = match self.policy.clip_normal {
            ClipNormal::LastBlocker => struck.polygon.unwrap_or(first),
            ClipNormal::OriginalHit => first,
        };
        let normal = self.normal_of(asked, Some(blocker));
        self.report_hit(asked, Some(blocker), struck.contact, normal);
        self.write_normal(normal, NormalSource::Contact);
        let way = wide(sphere.center) - wide(asked.spheres[0].center);
        let shift = narrow(asked.place.frame.rotation.apply(way) * f64::from(asked.scale));
        self.path.add_offset(shift);
        Outcome::Adjusted
    }

    /// Tells what was hit.
    fn report_hit(
        &mut self,
        asked: &Asked<'_>,
        polygon: Option<PolygonId>,
        contact: Vec3,
        normal: Vec3,
    ) {
        let (Some(surface), Some(polygon)) = (asked.surface, polygon) else {
            return;
        };
        self.hit = Some(Hit { surface, polygon });
        let place = asked.place;
        let scale = f64::from(asked.scale);
        let world = self.world;
        self.probe.note(|| Event::PlaneHit {
            object: surface.object(),
            part: surface.part(),
            cell: surface.cell(),
            polygon,
            point: world.to_scene(
                place.cell,
                place.frame.to_global(narrow(wide(contact) * scale)),
            ),
            normal,
        });
    }

    /// Pushes a mover that appears inside an obstacle out of it. The space of `tree` must be the cached one.
    ///
    /// # Source
    /// spec/bsp.md 6.8, `placement_insert` 0x00539960. Quirk: the shift is not multiplied by the scale. ACE resets neither the
    /// polygon nor the radius between rounds (L-10).
    pub fn push_out_of(&mut self, tree: &'a Tree) -> Outcome {
        let asked = &self.asked(None, tree);
        let [mut foot, mut head] = asked.spheres;
        let two = self.mover.sphere_count > 1;
        let check = self.center_check();
        let ace = self.policy.is_ace(Row::L10);
        let mut radius = foot.radius;
        let mut hit = SolidHit::default();
        for round in 0..PLACEMENT_ROUNDS {
            hit.center = CenterIn::Open;
            let mut taken = asked.tree.sphere_intersects_solid_poly(
                &foot,
                radius,
                &mut hit,
                check,
                self.policy,
                self.probe,
            );
            let by_head = !taken && two;
            if by_head {
                taken = asked.tree.sphere_intersects_solid_poly(
                    &head,
                    radius,
                    &mut hit,
                    check,
                    self.policy,
                    self.probe,
                );
            }
            if !taken {
                if round == 0 {
                    return Outcome::Ok;
                }
                let way = wide(foot.center) - wide(asked.spheres[0].center);
                self.path
                    .add_offset(narrow(asked.place.frame.rotation.apply(way)));
                return Outcome::Adjusted;
            }
            let Some(polygon) = hit.polygon.and_then(|id| asked.tree.polygon(id)) else {
                radius *= 2.0;
                continue;
            };
            let (struck, other) = if by_head {
                (&mut head, &mut foot)
            } else {
                (&mut foot, &mut head)
            };
            polygon.adjust_to_placement_poly(
                struck,
                Some(other),
                radius,
                hit.center,
                check,
                self.policy,
            );
            if !ace {
                hit.polygon = None;
                radius = foot.radius;
            }
        }
        Outcome::Collided
    }
}

/// Rounds of [`Transition::push_out_of`].
///
/// # Source
/// spec/bsp.md 2, `PLACE_ITER`.
const PLACEMENT_ROUNDS: u32 = 20;

#[cfg(test)]
mod tests;
